import { unreachable } from '../../platform/lib/index.ts'
import { check } from './checking.ts'
import { decide } from './ending.ts'
import type { Facts } from './facts.ts'
import type { Ground } from './ground.ts'
import { goOnMessage, nudge } from './messages.ts'
import { stepOf, tasksOf, type Step } from './steps.ts'
import { overran } from './striking.ts'

const mostRevivals = 3
const quiet = 5000

/** Does for a run what is to be done next. */
export function takeStep(ground: Ground, facts: Facts): void {
  const step = nextStep(ground, facts)
  const { rows, logger } = ground
  const { id, revivals } = facts.row
  switch (step.kind) {
    case 'nothing':
      if (revivals > 0 && facts.last?.how === 'answered') rows.set(id, { revivals: 0 })
      return
    case 'check':
      check(ground, id).catch((error: unknown) =>
        logger.error('evidence not checked', { run: id, err: error }),
      )
      return
    case 'revive':
      return revive(ground, facts, step)
    case 'nudge':
      return nudgeWhenQuiet(ground, facts)
    case 'stop':
      return decide(ground, id, { verdict: 'stopped', reason: step.reason })
    default:
      return unreachable(step)
  }
}

/** Not at once: a teammate that just ended is about to wake its leader. */
function nudgeWhenQuiet(ground: Ground, facts: Facts): void {
  const { rows, log, sessions, later } = ground
  const { id, session } = facts.row
  const quietMs = quietFor(ground, facts)
  if (quietMs < quiet) return later(id, quiet - quietMs)
  log.write(() => {
    rows.set(id, { nudgedAt: tasksOf(facts) })
    sessions.put({ session, message: nudge, author: 'user', fromSession: null })
  })
}

/** How long nothing has happened. */
function quietFor({ clock, moments }: Ground, { inside, told, last }: Facts): number {
  const ends = [...inside, ...told, ...(last ? [last] : [])].flatMap(({ endedAt }) => endedAt ?? [])
  return clock.steady() - Math.max(...ends.map((end) => moments.of(end)), -Infinity)
}

function nextStep(ground: Ground, facts: Facts): Step {
  const late = facts.current || facts.isStirring ? undefined : overran(ground, facts)
  return late === undefined ? stepOf(facts) : { kind: 'revive', why: late, otherwise: 'timed_out' }
}

function revive(ground: Ground, facts: Facts, step: Extract<Step, { kind: 'revive' }>): void {
  const { rows, log, sessions } = ground
  const { id, session, revivals } = facts.row
  const { why, otherwise = 'failed' } = step
  if (revivals >= mostRevivals)
    return decide(ground, id, {
      verdict: otherwise,
      reason: `It did not go on after ${revivals} tries: ${why}.`,
    })
  log.write((append) => {
    const attempt = revivals + 1
    rows.set(id, { revivals: attempt })
    append({ type: 'run.revived', session, data: { run: id, why, attempt } })
    sessions.put({ session, message: goOnMessage(facts, why), author: 'user', fromSession: null })
  })
}
