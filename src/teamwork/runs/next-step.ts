import { unreachable } from '../../platform/lib/index.ts'
import { askHowOn } from './asking.ts'
import { prove } from './proving.ts'
import { decide } from './ending.ts'
import type { Facts } from './facts.ts'
import type { RunsContext } from './context.ts'
import { goOnMessage, nudge } from './messages.ts'
import { stepOf, piecesOfWork, type Step } from './steps.ts'
import { overran } from './enforcement.ts'

const maxRevivals = 3
const quiet = 5000

/** Does for a run what is to be done next. */
export function takeStep(context: RunsContext, facts: Facts): void {
  const step = nextStep(context, facts)
  const { rows, logger } = context
  const { id, revivals } = facts.row
  switch (step.kind) {
    case 'nothing':
      if (revivals > 0 && facts.last?.how === 'answered') rows.set(id, { revivals: 0 })
      return
    case 'prove':
      prove(context, id).catch((error: unknown) =>
        logger.error('evidence not checked', { run: id, err: error }),
      )
      return
    case 'revive':
      return revive(context, facts, step)
    case 'nudge':
      return whenQuiet(context, facts, nudgeLeader)
    case 'ask':
      return whenQuiet(context, facts, askHowOn)
    case 'stop':
      return decide(context, id, { verdict: 'stopped', reason: step.reason, by: 'user' })
    default:
      return unreachable(step)
  }
}

/** Not at once: a teammate that just ended is about to wake its leader, and a question in its words is found a little later. */
function whenQuiet(
  context: RunsContext,
  facts: Facts,
  step: (context: RunsContext, facts: Facts) => void,
): void {
  const quietMs = quietFor(context, facts)
  if (quietMs < quiet) context.later(facts.row.id, quiet - quietMs)
  else step(context, facts)
}

function nudgeLeader({ rows, log, sessions }: RunsContext, facts: Facts): void {
  const { id, session } = facts.row
  log.write(() => {
    rows.set(id, { nudgedAt: piecesOfWork(facts) })
    sessions.put({ session, message: nudge, author: 'user', fromSession: null })
  })
}

/** How long nothing has happened. */
function quietFor({ clock, moments }: RunsContext, { inside, told, last }: Facts): number {
  const ends = [...inside, ...told, ...(last ? [last] : [])].flatMap(({ endedAt }) => endedAt ?? [])
  return clock.steady() - Math.max(...ends.map((end) => moments.of(end)), -Infinity)
}

function nextStep(context: RunsContext, facts: Facts): Step {
  const late = facts.current || facts.isStirring ? undefined : overran(context, facts)
  return late === undefined ? stepOf(facts) : { kind: 'revive', why: late, otherwise: 'timed_out' }
}

function revive(context: RunsContext, facts: Facts, step: Extract<Step, { kind: 'revive' }>): void {
  const { rows, log, sessions } = context
  const { id, session, revivals } = facts.row
  const { why, otherwise = 'failed' } = step
  if (revivals >= maxRevivals)
    return decide(context, id, {
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
