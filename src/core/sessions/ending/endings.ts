import type { TurnEnding } from '../../../contract/index.ts'
import { withoutUndefined } from '../../../platform/lib/index.ts'
import type { Append } from '../../store/index.ts'
import type { FailureReason, TurnEnd } from '../../transport/index.ts'
import { noteEnded } from '../live-session.ts'
import { putRetry, retryAfter, retryWords } from '../delivering/retries.ts'
import type { TurnRow } from '../tables/rows.ts'
import { wordsOf } from '../listening/words.ts'
import type { LiveSession } from '../context.ts'

/** How a turn ended and what it leaves. */
export interface Ended {
  turn: TurnRow
  how: TurnEnding
  text: string
  /** The numbers of the lines in which the agent spoke before that text, when it is only the final message. */
  earlier?: readonly number[]
  cost?: number | null
  rehearsed?: boolean
  /** Said instead of the usual advice. */
  advice?: string
  /** Why it failed, in a word. */
  cause?: FailureReason | 'start'
}

const previewLength = 300

/** Writes the end of a turn, once; `announceEnd` must follow when the transaction is committed. */
export function writeEnd(live: LiveSession, ended: Ended, append: Append): void {
  const { turn, how, text, earlier = [], cost = null, rehearsed = false } = ended
  const { rows, clock } = live.context
  const retry = retryAfter(live, turn, how)
  const next = [ended.advice ?? adviceFor(how), retry && retryWords(live.context, retry)]
  const advice = next.filter(Boolean).join(' ') || null
  const before = how === 'answered' ? JSON.stringify(earlier) : null
  const paid = [cost, rehearsed ? 1 : 0] as const
  const { changes } = rows.setEnded.run(clock.now(), how, text, before, advice, ...paid, turn.id)
  if (changes === 0) return
  const again = retry && { turn: retry.id, at: retry.hold.until }
  const why = withoutUndefined({ cause: ended.cause, retry: again })
  const data = { how, preview: text.slice(0, previewLength), costUsd: cost, advice, ...why }
  append({ type: 'turn.ended', session: turn.session, turn: turn.id, data })
  noteGivenUp(live, ended)
  tellTeller(live, ended, append)
  if (retry) putRetry(live, turn, { retry, append })
}

/** The next one is not given up for the same (TEA87). */
function noteGivenUp({ context }: LiveSession, { turn, cause }: Ended): void {
  if (cause === 'start') context.rows.noteGivenUp.run(turn.session)
}

function tellTeller({ context }: LiveSession, { turn, how, text }: Ended, append: Append): void {
  if (turn.fromSession === null) return
  const isAwaited = context.watchers.get(turn.id)?.observed ?? false
  context.onTold({ turn, step: { ended: how, text, isAwaited } }, append)
}

/** Tells whoever waits, and goes on with the next turn. */
export function announceEnd(live: LiveSession, turn: TurnRow, how: TurnEnding): void {
  const { context } = live
  context.logger.debug('turn ended', { session: live.id, turn: turn.id, how })
  noteEnded(live, turn.id)
  context.pool.touch(live.id)
  const watcher = context.watchers.get(turn.id)
  watcher?.next({ kind: 'state', status: how, waitingFor: null })
  watcher?.complete()
  context.watchers.delete(turn.id)
  context.deliverNext(live)
}

/** Ends a turn at once, outside any other change. */
export function endNow(live: LiveSession, ended: Ended): void {
  live.context.log.write((append) => writeEnd(live, ended, append))
  announceEnd(live, ended.turn, ended.how)
}

/** What was said in the running turn so far. */
export function saidSoFar(live: LiveSession): string {
  return live.current ? wordsOf(live.current) : ''
}

/** What the CLI's ending means for the turn. */
export function endingOf(
  end: TurnEnd,
  stopping: TurnEnding | undefined,
): Pick<Ended, 'how' | 'advice' | 'cause'> {
  if (end.how === 'answered') return { how: 'answered' }
  if (end.how === 'interrupted') return { how: stopping ?? 'stopped' }
  return {
    how: failures[end.reason] ?? 'failed',
    cause: end.reason,
    advice: `${asSentence(end.message)} ${failureAdvice[end.reason] ?? ''}`.trim(),
  }
}

/** What the CLI says often ends without a stop, and advice follows it. */
function asSentence(words: string): string {
  return words === '' || /[.!?…。！？:)"'”’»]$/.test(words) ? words : `${words}.`
}

const failures: Partial<Record<FailureReason, TurnEnding>> = {
  refusal: 'refused',
  limit: 'quota',
  budget: 'budget',
}

const failureAdvice: Partial<Record<FailureReason, string>> = {
  auth: 'Sign in with `claude` in a terminal, or set an API key, then tell it again.',
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
  refused: 'The model declined. Rephrase it.',
  stopped: 'It was stopped; what was said is kept. Tell it to go on when you want.',
  agent_died: 'Tell it again: the conversation continues in a new process.',
  response_timeout:
    'The agent was silent for too long and was ended. Tell it again, or raise responseTimeout.',
  quota: 'The account has reached its limit.',
  budget: 'The budget of the team is spent. Raise it in config.yaml, or wait until tomorrow.',
  deleted: 'The session was deleted before this turn ran.',
  cancelled: 'It was dropped before it reached the agent. Tell it again if you still want it.',
}
