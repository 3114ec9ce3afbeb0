import type { Component } from '../../contract/index.ts'
import type { FoundAlert } from '../../core/alerts/index.ts'
import { deadlockDoor, loopDoor, stuckDoor } from '../../core/rules/index.ts'
import type { Leases } from '../../core/leases/index.ts'
import type { Rulings } from '../../core/rulings/index.ts'
import type { Usage } from '../../core/usage/index.ts'
import type { CompiledConfig } from '../../platform/config/index.ts'
import type { WatchedTask } from '../work/index.ts'
import type { Progress } from './progress.ts'

const minute = 60_000
const nobody = { team: null, build: null, session: null } as const

/** What the watch looks at. */
export interface WatchFacts {
  progress: Pick<Progress, 'newestOf' | 'circleOf'>
  leases: Pick<Leases, 'list' | 'isAwaited'>
  usage: Pick<Usage, 'heldUntil' | 'scopeUse'>
  rulings: Pick<Rulings, 'keep'>
  config: () => CompiledConfig
  tasks: readonly WatchedTask[]
  components: readonly Component[]
  now: number
}

type Newest = ReturnType<Progress['newestOf']>

/** Everything that is wrong now. No model is asked. */
export function lookAround(facts: WatchFacts): FoundAlert[] {
  return [
    ...facts.tasks.flatMap((task) => {
      const newest = facts.progress.newestOf(task.session)
      return [...stuck(facts, task, newest), ...loops(facts, task, newest)]
    }),
    ...deadlocks(facts),
    ...down(facts),
    ...limits(facts),
  ]
}

/** By progress, not by the clock: what waits for somebody is not stuck, and a check may take its time. */
function stuck({ config, rulings, now }: WatchFacts, task: WatchedTask, newest: Newest): FoundAlert[] {
  const { phase, waiting, isChecked, since } = task
  const last = Math.max(since, newest?.at ?? 0)
  // Wall time: progress is dated by the log. A clock that is set makes an alert a look too early or too late.
  const minutes = Math.max(0, now - last) / minute
  const { stuckAfter, stuckAfterOf } = config().work
  const inputs = {
    phase,
    minutes,
    waiting,
    ...(isChecked ? { level: 'comprehensive' as const } : {}),
    config: { minutes: stuckAfter, minutes_of_phase: stuckAfterOf },
  }
  const outcome = stuckDoor.decide(inputs)
  if (!outcome.alert) return []
  const severity = ({ WATCH: 'warning', ESCALATE: 'problem', INTERRUPT: 'critical' } as const)[outcome.pm]
  return [
    {
      ...aboutTask('stuck', task),
      since: last,
      severity,
      words: `${task.task} has made no progress ${spanWords(severity, minutes)}.`,
      advice: `Look at its session, retry it with words of yours, or skip it: \`iris builds retry ${task.build} ${task.task}\``,
      keep: () => void rulings.keep(stuckDoor, { inputs, outcome, about: task.task }),
    },
  ]
}

/** Only as exact as its severity, so that an alert does not change at every look. */
function spanWords(severity: FoundAlert['severity'], minutes: number): string {
  if (severity === 'critical') return 'for more than half an hour'
  return severity === 'problem'
    ? 'for more than 20 minutes'
    : `for ${Math.floor(minutes / 5) * 5} minutes or more`
}

const loopWords = {
  same_result: 'does the same thing again and again, with the same result',
  same_error: 'runs into the same error again and again',
  same_message: 'says the same again and again',
  alternating: 'goes back and forth between two things',
  trimmed: 'meets the limit of its context again and again',
} as const

function loops({ progress, rulings }: WatchFacts, task: WatchedTask, newest: Newest): FoundAlert[] {
  if (task.waiting !== null || task.isChecked) return []
  const { inputs, outcome } = progress.circleOf(task.session, newest)
  const { loop } = outcome
  if (loop === null) return []
  const advice = `Interrupt it with guidance: \`iris builds retry ${task.build} ${task.task} "…"\``
  return [
    {
      ...aboutTask('loop', task),
      severity: 'problem',
      words: `The agent of ${task.task} ${loopWords[loop]}.`,
      advice,
      keep: () => void rulings.keep(loopDoor, { inputs, outcome, about: task.task }),
    },
  ]
}

function aboutTask(
  kind: 'stuck' | 'loop',
  { task, team, build, session }: WatchedTask,
): Pick<FoundAlert, 'kind' | 'subject' | 'team' | 'build' | 'session'> {
  return { kind, subject: task, team, build, session }
}

/** Leases prevent deadlocks by their order; one that is there all the same is told of. */
function deadlocks({ leases: { list, isAwaited }, rulings, now }: WatchFacts): FoundAlert[] {
  if (!isAwaited()) return []
  const { leases, waits } = list(undefined)
  // Whoever holds files while it waits for a person waits for nobody here: the person may answer at any time.
  const asking = new Set(leases.filter(({ isAsking }) => isAsking).map(({ key }) => key))
  const agents = [...new Set([...leases, ...waits].map(({ key }) => key))].map((id) => ({
    id,
    state: asking.has(id) ? ('waiting_for_human' as const) : ('running' as const),
  }))
  const inputs = {
    now: new Date(now).toISOString(),
    agents,
    locks: leases.flatMap(({ key, files }) => files.map((file) => ({ file: pathOf(file), locked_by: key }))),
    waits: waits.flatMap(({ key, files }) => files.map((file) => ({ waiter: key, file: pathOf(file) }))),
  }
  const outcome = deadlockDoor.decide(inputs)
  return outcome.deadlocks.map((knot) => ({
    ...nobody,
    kind: 'deadlock',
    subject: knot.toSorted().join(' '),
    severity: 'critical',
    words: `These tasks wait for files of each other: ${knot.join(', ')}.`,
    advice: 'Release one of them: `iris leases`',
    keep: () => void rulings.keep(deadlockDoor, { inputs, outcome, about: knot.join(' ') }),
  }))
}

const pathOf = (file: string | { path: string }): string => (typeof file === 'string' ? file : file.path)

function down({ components }: WatchFacts): FoundAlert[] {
  return components
    .filter(({ isUp }) => !isUp)
    .map(({ component, words }) => ({
      ...nobody,
      kind: 'component',
      subject: component,
      severity: 'critical',
      words: `${component} is down: ${words}`,
      advice: 'It is started again by itself. If it stays down: `iris doctor`, and the log with `iris logs`.',
    }))
}

function limits({ usage }: WatchFacts): FoundAlert[] {
  const held = usage.heldUntil()
  const quota: FoundAlert[] =
    held === 0
      ? []
      : [
          {
            ...nobody,
            kind: 'quota',
            subject: 'account',
            severity: 'critical',
            words: 'The account is at its limit; nothing goes on until it is reset.',
            advice: 'Nothing is lost. To continue now: `iris limits lift`',
          },
        ]
  const spent = usage.scopeUse(100).filter(isSpent)
  return [
    ...quota,
    ...spent.map(({ kind, name }): FoundAlert => ({
      ...nobody,
      kind: 'budget',
      subject: `${kind} ${name}`,
      severity: 'warning',
      words: `The budget of the ${kind} ${name} is spent.`,
      advice: 'Start the build again with a higher limit, or answer what it asks in the inbox.',
    })),
  ]
}

type ScopeUse = ReturnType<Usage['scopeUse']>[number]

function isSpent({ limitUsd, limitTokens, usedUsd, usedTokens }: ScopeUse): boolean {
  return (limitUsd !== null && usedUsd >= limitUsd) || (limitTokens !== null && usedTokens >= limitTokens)
}
