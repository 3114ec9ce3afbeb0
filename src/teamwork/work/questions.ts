import type { AskId } from '../../contract/index.ts'
import { questionsDoor } from '../../core/rules/index.ts'
import { returned } from './returning.ts'
import { keyOf, type WorkContext } from './context.ts'
import type { BuildFacts } from './facts.ts'
import { finish } from './finishing.ts'
import type { BuildRow, WorkRow } from './rows.ts'

const minute = 60_000
/** A task of fewer minutes is nobody's question, however short the others were. */
const leastLong = 2
/** Half of fewer tasks is no milestone. */
const fewTasks = 4
const labels = {
  go: 'Continue, it is worth it',
  simplify: 'Simplify the approach',
  pause: 'Pause the build',
  skip: 'Skip for now',
} as const

type Due = ReturnType<typeof questionsDoor.decide>['due'][number]

/** Tells of milestones, and asks about a task that takes far longer than such tasks do; each once, and nobody is waited for. */
export function askWhatIsDue(context: WorkContext, facts: BuildFacts): void {
  const { build, rows } = facts
  const known = build.asked.map(keyOfEntry)
  const inputs = momentOf(context, facts, known)
  const isAsked = known.some((key) => key.includes('task_complexity_exceeded'))
  for (const due of questionsDoor.decide(inputs).due) {
    const row = rows.find(({ task }) => context.tasks.get(task).key === due.task)
    if (due.event === 'milestone_reached') tellMilestone(context, facts, due)
    // One such question in a build is enough: the next would come for the same reason.
    else if (due.event === 'task_complexity_exceeded' && row && !isAsked)
      return askLong(context, build, { due, row })
  }
}

function momentOf(context: WorkContext, { build, rows }: BuildFacts, asked: string[]) {
  const { tasks, clock, moments } = context
  const complete = rows.filter(({ outcome }) => outcome === 'complete')
  const isOver = rows.length < fewTasks || complete.length === rows.length
  const running = rows.filter(
    ({ triedAt, outcome, ask }) => triedAt !== null && outcome === null && ask === null,
  )
  return {
    agent: keyOf(build),
    completed: isOver ? 0 : complete.length,
    total: rows.length,
    running: running
      .map(({ task, triedAt }) => ({
        task: tasks.get(task).key,
        phase: tasks.get(task).phase ?? '',
        minutes: Math.max(0, clock.steady() - moments.of(triedAt ?? clock.now())) / minute,
      }))
      .filter(({ minutes }) => minutes >= leastLong),
    finished: complete.map(({ task, startedAt, endedAt }) => ({
      phase: tasks.get(task).phase ?? '',
      minutes: Math.max(0, (endedAt ?? 0) - (startedAt ?? 0)) / minute,
    })),
    asked,
  }
}

function tellMilestone(
  { rows, log, usage, clock }: WorkContext,
  { build, rows: tasks }: BuildFacts,
  due: Due,
): void {
  const name = keyOf(build)
  log.write((append) => {
    rows.set(build.id, { asked: [...(rows.get(build.id)?.asked ?? []), due.key] })
    append({
      type: 'build.milestone',
      data: {
        build: build.id,
        key: name,
        complete: tasks.filter(({ outcome }) => outcome === 'complete').length,
        total: tasks.length,
        // Wall time: it is only shown.
        durationMs: Math.max(0, clock.now() - build.startedAt),
        costUsd: usage.usedBy({ kind: 'build', name }).usd,
      },
    })
  })
}

function askLong(context: WorkContext, build: BuildRow, { due, row }: { due: Due; row: WorkRow }): void {
  const { rows, log, inbox, rulings } = context
  log.write(() => {
    const { ask } = inbox.raise({
      source: 'build',
      kind: 'decision',
      type: 'educational',
      text: `${due.task ?? ''} takes more than three times as long as such tasks did. Shall it go on?`,
      options: [
        { label: labels.go, recommended: true },
        { label: labels.simplify, description: 'Its agent is told so' },
        { label: labels.pause, description: 'Until you resume it' },
        { label: labels.skip, description: 'What waits for it stays blocked' },
      ],
      fallback: labels.go,
      reversible: true,
      tags: ['build', due.task ?? ''],
      team: build.team,
      caller: keyOf(build),
      ...(row.session === null ? {} : { session: row.session }),
    })
    rulings.keep(questionsDoor, {
      inputs: { agent: keyOf(build), completed: 0, total: 0 },
      outcome: { due: [due] },
      about: due.task ?? '',
    })
    rows.set(build.id, { asked: [...(rows.get(build.id)?.asked ?? []), `${due.key}#${ask.id} ${row.task}`] })
  })
}

const keyOfEntry = (entry: string): string => entry.split('#')[0] ?? entry

/** Does what was answered to such a question. */
export async function hearQuestions(context: WorkContext, facts: BuildFacts): Promise<void> {
  for (const entry of facts.build.asked) {
    const [, ask, task] = /#(ask_\w+) (\w+)$/.exec(entry) ?? []
    const row = facts.rows.find((one) => one.task === task)
    if (ask === undefined || !row) continue
    // Only ids of asks are stored there.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const { state, answer } = context.inbox.view(ask as AskId)
    if (state === 'open') continue
    const [label] = answer?.chosen[0]?.labels ?? []
    await act(context, facts.build, { row, label, by: answer?.by ?? 'iris' })
    const left = (context.rows.get(facts.build.id) ?? facts.build).asked.map((one) =>
      one === entry ? keyOfEntry(entry) : one,
    )
    context.rows.set(facts.build.id, { asked: left })
  }
}

async function act(
  context: WorkContext,
  build: BuildRow,
  { row, label, by }: { row: WorkRow; label: string | undefined; by: string },
): Promise<void> {
  const { sessions, rows, clock } = context
  if (row.outcome !== null || row.session === null) return
  if (label === labels.simplify)
    return void sessions.put({
      session: row.session,
      message:
        'The person you work for says: this takes long. Simplify your approach, as far as the task allows.',
      author: 'user',
      fromSession: null,
    })
  if (label === labels.pause)
    return rows.set(build.id, { pausedAt: clock.now(), pausedFor: `Paused by ${by}.` })
  if (label !== labels.skip) return
  await sessions.cancel(row.session)
  await returned(context, row)
  finish(context, build, { row, outcome: 'skipped', why: `Left out by ${by}.` })
}
