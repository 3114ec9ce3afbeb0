import type { Origin } from '../../../contract/index.ts'
import { openNotes } from './open-notes.ts'
import type { OriginDeps } from './origin-deps.ts'
import { originOfSpec } from './spec-origin.ts'

/** An idea, looked at after the fact; what its specs made fail stands there too. */
export function originOfIdea(deps: OriginDeps, name: string): Origin {
  const { idea, slug, title, phase, createdAt, completedAt, artifacts, decisions } = deps.ideas.get(name)
  const specs = deps.specs.ofIdea(idea).map((spec) => originOfSpec(deps, spec))
  const unproved = decisions.filter(({ type, outcome }) => type === 'validation' && outcome === null)
  const late = artifacts.filter(
    ({ type, at }) => type !== 'brief' && completedAt !== null && at > completedAt,
  )
  return {
    kind: 'idea',
    key: slug ?? idea,
    title,
    team: null,
    state: phase,
    at: createdAt,
    open: [
      ...unproved.map(({ text, assumption }) => ({
        what: assumption ?? text,
        words: 'It was assumed, and nobody looked whether it holds.',
      })),
      ...openNotes(deps, deps.ideas.questions(idea)),
    ],
    changed: [
      ...late.map(({ type, summary, at }) => ({
        what: type,
        words: `It was changed after the brief: ${summary}`,
        at,
      })),
      ...specs.flatMap(({ key, changed }) =>
        changed.map((note) => ({ ...note, what: `${key} ${note.what}` })),
      ),
    ],
    failed: specs.flatMap(({ failed }) => failed),
    from: null,
    specs: specs.map(({ key }) => key),
  }
}
