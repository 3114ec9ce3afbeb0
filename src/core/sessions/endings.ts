import type { TurnEnding } from '../../contract/index.ts'
import type { Append } from '../store/index.ts'
import type { FailureReason, TurnEnd } from '../transport/index.ts'
import type { TurnRow } from './rows.ts'
import { wordsOf } from './words.ts'
import type { Live } from './world.ts'

/** How a turn ended and what it leaves. */
export interface Ended {
  turn: TurnRow
  how: TurnEnding
  text: string
  cost?: number | null
  rehearsed?: boolean
  /** Said instead of the usual advice. */
  advice?: string
}

const previewLength = 300

/** Writes the end of a turn, once; `announceEnd` must follow when the transaction is committed. */
export function writeEnd(live: Live, ended: Ended, append: Append): void {
  const { turn, how, text, cost = null, rehearsed = false, advice = adviceFor(how) } = ended
  const { rows, clock } = live.world
  const { changes } = rows.setEnded.run(clock.now(), how, text, advice, cost, rehearsed ? 1 : 0, turn.id)
  if (changes === 0) return
  const data = { how, preview: text.slice(0, previewLength), costUsd: cost, advice }
  append({ type: 'turn.ended', session: turn.session, turn: turn.id, data })
  if (turn.fromSession === null) return
  const isAwaited = live.world.watchers.get(turn.id)?.observed ?? false
  live.world.onTold({ turn, step: { ended: how, text, isAwaited } }, append)
}

/** Tells whoever waits, and goes on with the next turn. */
export function announceEnd(live: Live, turn: TurnRow, how: TurnEnding): void {
  const { world } = live
  if (live.current?.row.id === turn.id) {
    live.current.cancelClock()
    live.current = undefined
    live.waitingFor = null
  }
  world.pool.touch(live.id)
  const watcher = world.watchers.get(turn.id)
  watcher?.next({ kind: 'state', status: how, waitingFor: null })
  watcher?.complete()
  world.watchers.delete(turn.id)
  world.pump(live)
}

/** Ends a turn at once, outside any other change. */
export function endNow(live: Live, ended: Ended): void {
  live.world.log.write((append) => writeEnd(live, ended, append))
  announceEnd(live, ended.turn, ended.how)
}

/** What was said in the running turn so far. */
export function saidSoFar(live: Live): string {
  return live.current ? wordsOf(live.current) : ''
}

/** What the CLI's ending means for the turn. */
export function endingOf(
  end: TurnEnd,
  stopping: TurnEnding | undefined,
): { how: TurnEnding; advice?: string } {
  if (end.how === 'answered') return { how: 'answered' }
  if (end.how === 'interrupted') return { how: stopping ?? 'stopped' }
  return {
    how: failures[end.reason] ?? 'failed',
    advice: `${end.message} ${failureAdvice[end.reason] ?? ''}`.trim(),
  }
}

const failures: Partial<Record<FailureReason, TurnEnding>> = {
  refusal: 'refused',
  limit: 'quota',
  budget: 'budget',
}

const failureAdvice: Partial<Record<FailureReason, string>> = {
  auth: 'Log in with `claude` in a terminal, or set an API key, then tell it again.',
  billing: 'The account has no credit. Add some, then tell it again.',
  overloaded: 'The model is overloaded. Tell it again in a while.',
  server: 'The model had a fault. Tell it again.',
  unreachable: 'The model could not be reached. Check the network, then tell it again.',
  'prompt-too-long': 'The conversation is too long. Reboot the session, or compact it in a fork.',
  'model-unknown': 'Correct the model of the team in config.yaml.',
  'max-turns': 'The agent reached its limit of steps. Tell it to go on.',
}

/** The next step after each ending that is not an answer. */
function adviceFor(how: TurnEnding): string | null {
  return advice[how]
}

const advice: Record<TurnEnding, string | null> = {
  answered: null,
  failed: 'Read what was said, then tell it again.',
  refused: 'The model declined. Put it differently.',
  stopped: 'It was stopped; what was said is kept. Tell it to go on when you want.',
  agent_died: 'The process died. Tell it again: the conversation goes on in a new process.',
  response_timeout:
    'The agent was silent for too long and was ended. Tell it again, or raise responseTimeout.',
  quota: 'The account has reached its limit; queued turns go on at the reset.',
  budget: 'The budget of the team is spent. Raise it in config.yaml, or wait for tomorrow.',
  deleted: 'The session was deleted before this turn ran.',
  cancelled: 'It was dropped before it reached the agent. Tell it again if it is wanted after all.',
}
