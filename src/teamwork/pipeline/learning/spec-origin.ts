import type { Origin, SpecContent } from '../../../contract/index.ts'
import { openNotes } from './open-notes.ts'
import type { OriginDeps } from './origin-deps.ts'

const maxChecks = 20
/** What makes a check fail that whoever does the task cannot mend in it, and what the spec has to do with it. */
const bySpec: Readonly<Record<string, string>> = {
  MISSING_DEPENDENCY: 'it needs a package that the spec does not name',
  ENVIRONMENT: 'its check cannot be run here',
  CONFLICT: 'it writes what another task wrote at the same time',
}

/** A spec, looked at after the fact. */
export function originOfSpec(deps: OriginDeps, name: string): Origin {
  const { spec, revisions, asked } = deps.specs.history(name)
  const { key, title, team, state, createdAt, approvedAt, idea } = spec
  const missing = revisions.at(-1)?.content.missing ?? []
  return {
    kind: 'spec',
    key,
    title,
    team,
    state,
    at: createdAt,
    open: [
      ...missing.map(({ what, why }) => ({ what, words: `Nobody said it: ${why}` })),
      ...openNotes(deps, asked),
    ],
    changed: approvedAt === null ? [] : changedAfter(revisions, approvedAt),
    failed: failedBy(deps, deps.tasks.ofFile(spec.project, spec.source)),
    from: idea,
    specs: [],
  }
}

type Revisions = readonly { number: number; at: number; madeBy: string; content: SpecContent }[]

/** What later revisions say otherwise than the one that was approved. */
function changedAfter(revisions: Revisions, approvedAt: number): Origin['changed'] {
  return revisions.flatMap(({ number, at, madeBy, content }, place) => {
    const before = revisions[place - 1]
    if (at <= approvedAt || !before) return []
    return differences(before.content, content).map((note) => ({
      ...note,
      words: `${note.words} (revision ${number}, by ${madeBy})`,
      at,
    }))
  })
}

function differences(before: SpecContent, after: SpecContent): { what: string; words: string }[] {
  const [old, now] = [before, after].map(
    ({ requirements }) => new Map(requirements.map(({ id, text }) => [id, text])),
  )
  const ids = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])]
  return ids.flatMap((id) => {
    const [was, is] = [old?.get(id), now?.get(id)]
    if (was === is) return []
    if (was === undefined) return [{ what: id, words: `It was added: ${is ?? ''}` }]
    if (is === undefined) return [{ what: id, words: `It was dropped: ${was}` }]
    return [{ what: id, words: `It was “${was}”, and became “${is}”` }]
  })
}

/** Tasks that failed because of what they came from: by the class of a failed check, or by what a person said of the work. */
function failedBy({ tasks, checks, reviews }: OriginDeps, keys: readonly string[]): Origin['failed'] {
  const own = keys.map((key) => tasks.get(key))
  const byClass = own.flatMap(({ task, key, status }) => {
    const failures = checks
      .list({ task, limit: maxChecks })
      .checks.flatMap(({ state, failure }) => (state === 'failed' ? (failure ?? []) : []))
    return [...new Set(failures)].flatMap((failure) => {
      const why = bySpec[failure]
      return why === undefined ? [] : [{ what: key, words: `${failure}: ${why}; it is ${status} now` }]
    })
  })
  const byVerdict = reviews
    .verdictsOn(own.map(({ task }) => task))
    .map(({ subject, key, verdict, evidence, by }) => ({
      what: subject,
      words: `In ${key} it differs from the plan, and ${by} says that this is ${verdict}: ${evidence}`,
    }))
  return [...byClass, ...byVerdict]
}
