import type { Spec, SpecFile, SpecState, WholeSpec } from '../../../contract/index.ts'
import { orderTasks } from '../../../core/rules/index.ts'
import { hashOf, keyOf, maxTries, type SpecContext } from './context.ts'
import { documentOf } from './document.ts'
import type { RevisionRow, SpecRow } from './rows.ts'
import { stepOf, type SpecFacts } from './steps.ts'
import { tasksText } from './tasks-file.ts'

const words: Readonly<Record<SpecState, string | null>> = {
  drafting: 'It is being written.',
  asked: 'A question about it waits for your answer.',
  proposed: 'It waits for your yes.',
  stuck: 'It cannot be written without you.',
  approved: null,
  dropped: 'It was dropped.',
}

/** What is so of a spec. */
export function factsOf({ inbox, stages }: SpecContext, row: SpecRow): SpecFacts {
  const { stage, ask, tries, notes, asked, revision } = row
  const at = stage === null ? undefined : stages.get(stage)
  return {
    isDropped: row.droppedAt !== null,
    isApproved: row.approvedAt !== null,
    wantsBuild: row.wantsBuild,
    stage: stage === null ? 'none' : at?.how === null ? 'open' : 'over',
    revision,
    hasNotes: notes.length > 0,
    isStuck: tries >= maxTries,
    questions: asked.map((one) => {
      const { state, type } = inbox.view(one.ask)
      return { isOpen: state === 'open', isBlocking: type === 'blocking', isHeard: one.isHeard }
    }),
    ask: ask === null ? 'none' : standingOf(inbox.view(ask).state),
  }
}

/** One that was put aside waits as before; it is not asked again. */
const standingOf = (state: string): 'open' | 'closed' => (state === 'answered' ? 'closed' : 'open')

/** Why the model could not be asked yet. */
function heldWords({ stages }: SpecContext, { stage }: SpecRow): string | null {
  const why = stage === null ? undefined : stages.get(stage)?.why
  return why ? `The model could not be asked yet. ${why}` : null
}

export function toSpec(context: SpecContext, row: SpecRow): Spec {
  const revision = context.rows.revision(row.id, row.revision)
  const { at } = stepOf(factsOf(context, row))
  const { id, project, team, goal, idea, scope, lane, ask, folder, source, build, createdAt } = row
  return {
    spec: id,
    key: keyOf(row),
    project,
    team,
    goal,
    idea,
    title: revision?.content.title ?? titleOf(goal),
    scope,
    lane,
    state: at,
    why: row.problem ?? (at === 'drafting' ? heldWords(context, row) : null) ?? words[at],
    revision: row.revision,
    tasks: revision?.content.tasks.length ?? 0,
    tokens: revision?.report.tokens ?? 0,
    errors: revision?.report.errors.length ?? 0,
    ask,
    folder,
    source,
    build,
    by: row.madeBy,
    createdAt,
    approvedAt: row.approvedAt,
    approvedBy: row.approvedBy,
  }
}

/** The first line of a goal, as long as a title is. */
export function titleOf(goal: string): string {
  return (goal.trim().split('\n')[0] ?? '').slice(0, 120)
}

export function toWhole(context: SpecContext, row: SpecRow): WholeSpec {
  const revision = context.rows.revision(row.id, row.revision)
  return {
    ...toSpec(context, row),
    content: revision?.content ?? null,
    gotchas: revision?.gotchas ?? {},
    report: revision?.report ?? null,
    waves: revision ? wavesOf(revision) : [],
    files: revision ? filesOf(row, revision) : [],
    questions: row.asked.map(({ ask, event }) => ({
      ask,
      event,
      isOpen: context.inbox.view(ask).state === 'open',
    })),
    comments: row.notes.map(({ file, line, text }) => ({ file, line, text })),
    problem: row.problem,
  }
}

function wavesOf({ content }: RevisionRow): string[][] {
  const ordering = orderTasks(
    content.tasks.map(({ id, phase, waitsFor, files }, place) => ({
      id,
      number: place + 1,
      phase: phase ?? undefined,
      dependsOn: waitsFor,
      files,
    })),
  )
  return ordering.ok ? ordering.waves : []
}

/** The documents of a spec, which are made from its rows. */
export function filesOf({ scope, lane }: SpecRow, { content, gotchas }: RevisionRow): SpecFile[] {
  const tasks = tasksText(content, gotchas)
  const document = documentOf(content, scope)
  const file = (name: SpecFile['name'], text: string): SpecFile => ({ name, text, hash: hashOf(text) })
  return [...(lane === 'direct' ? [] : [file('spec.md', document)]), file('tasks.md', tasks)]
}
