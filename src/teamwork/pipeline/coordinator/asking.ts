import type { AskAnswer } from '../../../contract/index.ts'
import { counted } from '../../../contract/plain.ts'
import type { NewQuestion } from '../../../core/inbox/index.ts'
import { workLabels } from '../../work/index.ts'
import { nobodysTeam, type CoordinatorContext } from './context.ts'
import type { ConcernRow, Wanted } from './rows.ts'

const labels = {
  wait: 'Wait',
  restart: 'Start it again',
  leave: 'Leave it',
  again: 'Try what is left again',
  give: 'Give what is left to others',
} as const

const takeFrom = (task: string): string => `Take the files from ${task}`

type Asked = Pick<NewQuestion, 'text' | 'context' | 'options'> & Partial<NewQuestion>

/** Puts a concern before a person; without an answer nothing is lost, and the question stays. */
export function askAbout(context: CoordinatorContext, row: ConcernRow): ConcernRow {
  const asked = questions[row.kind]?.(context, row)
  if (!asked) return row
  const { ask } = context.inbox.raise({
    source: 'pm',
    kind: 'decision',
    type: 'blocking',
    freeText: true,
    tags: ['coordinator', 'approval', row.about],
    team: row.team ?? nobodysTeam,
    caller: row.build ?? nobodysTeam,
    ...asked,
  })
  return { ...row, ask: ask.id, askedAt: context.clock.now(), answer: 'open' }
}

/** Its cause is gone, or something else was done. */
export function withdrawAsk({ inbox }: CoordinatorContext, row: ConcernRow, reason: string): ConcernRow {
  if (row.answer !== 'open' || row.ask === null || row.kind === 'decision') return row
  inbox.withdrawOne(row.ask, reason)
  return { ...row, ask: null, askedAt: null, answer: 'none' }
}

const questions: Readonly<
  Partial<Record<ConcernRow['kind'], (context: CoordinatorContext, row: ConcernRow) => Asked>>
> = {
  stuck: (context, row) => ofTask(context, row, 'Skip it, wait, or try again?'),
  loop: (context, row) => ofTask(context, row, 'Wait, try again, or skip it?'),
  deadlock: (context, row) => ({
    ...wordsOf(context, row),
    options: [
      ...row.about.split(' ').map((task) => ({
        label: takeFrom(task),
        description: 'It waits for them again; its agent goes on then',
      })),
      { label: labels.leave },
    ],
    freeText: false,
  }),
  component: (context, row) => ({
    ...wordsOf(context, row),
    context: `It was started again ${counted(row.restarts, 'time')}. \`iris doctor\` and \`iris logs\` say more.`,
    options: [{ label: labels.restart }, { label: labels.leave }],
    freeText: false,
  }),
  build_failed: ({ work }, row) => ({
    text: `${row.about} failed. What is to become of the tasks that are left?`,
    context: work.get(row.about).why ?? '',
    type: 'clarifying',
    options: [
      ...waysOn(row),
      { label: labels.leave, description: 'What was done stays on its branches', recommended: true },
    ],
    fallback: labels.leave,
    reversible: true,
    freeText: false,
  }),
}

function waysOn({ wants, team }: ConcernRow): { label: string; description: string }[] {
  const own = wants.filter((one) => one.team === team)
  const others = wants.filter((one) => one.team !== team)
  return [
    ...own.map(({ tasks }) => ({
      label: labels.again,
      description: `${counted(tasks.length, 'task')}, in another build`,
    })),
    ...(others.length === 0
      ? []
      : [{ label: labels.give, description: `They have less to do. ${sharesOf(others)}` }]),
  ]
}

const sharesOf = (wants: readonly Wanted[]): string =>
  wants.map(({ team, tasks }) => `${team}: ${counted(tasks.length, 'task')}`).join(', ')

function ofTask(context: CoordinatorContext, row: ConcernRow, question: string): Asked {
  const { text, context: advice } = wordsOf(context, row)
  return {
    text: `${text} ${question}`,
    context: advice,
    options: [
      { label: labels.wait, description: 'You are not asked again for half an hour' },
      {
        label: workLabels.again,
        description: 'Its agent is interrupted; or say in your own words what to do otherwise',
      },
      { label: workLabels.skip, description: 'What waits for it stays blocked' },
    ],
  }
}

/** What the watch says of it. */
function wordsOf({ watch }: CoordinatorContext, { subject }: ConcernRow): { text: string; context: string } {
  // Only alerts are asked about in their own words.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { words, advice } = watch.alerts.get(subject as `alr_${string}`)
  return { text: words, context: advice }
}

/** What follows from an answer; without one, because it was put away, nothing does. */
export function onAnswer(context: CoordinatorContext, row: ConcernRow, answer: AskAnswer | null): ConcernRow {
  const chosen = answer?.chosen.flatMap((one) => one.labels) ?? []
  const heard: ConcernRow = { ...row, answer: 'wait', askedAt: context.clock.now(), by: answer?.by ?? null }
  if (!answer || chosen.includes(labels.wait) || chosen.includes(labels.leave)) return { ...heard, wants: [] }
  return follows[row.kind]?.(context, heard, { chosen, by: answer.by }) ?? heard
}

interface Answered {
  chosen: readonly string[]
  by: string
}

const follows: Readonly<
  Partial<
    Record<
      ConcernRow['kind'],
      (context: CoordinatorContext, row: ConcernRow, answered: Answered) => ConcernRow
    >
  >
> = {
  stuck: tellWork,
  loop: tellWork,
  deadlock: release,
  component: (_, row) => ({ ...row, ask: null, askedAt: null, answer: 'none', restarts: 0 }),
  build_failed: (_, row, { chosen }) => ({
    ...row,
    wants: row.wants.filter(({ team }) => chosen.includes(team === row.team ? labels.again : labels.give)),
  }),
}

/** Does what a person said of a task at its next look. */
function tellWork({ work }: CoordinatorContext, row: ConcernRow): ConcernRow {
  const { build, about, ask } = row
  if (build !== null && ask !== null) work.hears({ build, task: about, ask })
  return row
}

function release(
  { leases, tasks }: CoordinatorContext,
  row: ConcernRow,
  { chosen, by }: Answered,
): ConcernRow {
  const held = leases.list(undefined).leases
  const key = row.about.split(' ').find((task) => chosen.includes(takeFrom(task)))
  if (key !== undefined && held.some((lease) => lease.key === key)) leases.release(tasks.get(key).task, by)
  return row
}
