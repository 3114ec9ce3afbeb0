import { oneLine, type AskAnswer, type RunState, type TurnEnding } from '../../contract/index.ts'
import { isOpenAsk, type AskRow } from '../../core/inbox/index.ts'
import { decide } from './ending.ts'
import { hasWorkers, type Facts } from './facts.ts'
import type { RunsContext } from './context.ts'
import { continueMessage } from './messages.ts'
import type { RunRow } from './rows.ts'

const maxGoal = 200
const maxWords = 500

const labels = { goOn: 'Go on', accept: 'Accept it as it is', stop: 'Stop it' } as const

const options = [
  { label: labels.goOn, description: 'The leader is told to go on until the goal is reached' },
  { label: labels.accept, description: 'The run ends as complete, without proof' },
  { label: labels.stop, description: 'The run ends; it can be resumed' },
]

/** A run that rests before its goal is reached asks how it goes on: once, until its leader has had another turn. */
export function askHowOn({ asks, log }: RunsContext, { row, last }: Facts): void {
  if (!last || asks.lastOfRun(row.session)?.turn === last.id) return
  log.write(() =>
    asks.raise({
      source: 'run',
      kind: 'decision',
      type: 'blocking',
      text: `The run rests, and its goal is not reached. How should it go on?\nThe goal: ${oneLine(row.goal, maxGoal)}`,
      context: `${whyOf(last.how)} Choose, or say in your own words what is missing.${saidLast(last.answer ?? '')}`,
      options,
      freeText: true,
      // Whether work is good enough is for people to say.
      tags: ['run', 'approval'],
      team: row.team,
      caller: row.id,
      session: row.session,
      turn: last.id,
    }),
  )
}

function whyOf(how: TurnEnding | null): string {
  return how === 'answered'
    ? 'Its leader ended its turn without saying that all is done, and nothing is under way.'
    : `The last turn of its leader ended as ${(how ?? 'failed').replaceAll('_', ' ')}, and nothing is under way.`
}

function saidLast(words: string): string {
  const end = oneLine(words.slice(-maxWords), maxWords)
  return end === '' ? '' : `\n\nIts leader said last: ${end}`
}

/** Closes the question of a run that goes on or ends by other means. */
export function withdrawWhenOver({ asks, log }: RunsContext, facts: Facts): void {
  const { row, current, isStirring } = facts
  const ask = asks.lastOfRun(row.session)
  const goesOn = current !== undefined || isStirring || hasWorkers(facts)
  if (!ask || !isOpenAsk(ask) || (row.verdict === null && !goesOn)) return
  const reason = goesOn ? 'the run goes on' : 'the run ends'
  log.write((append) => asks.withdrawOfRun(row.session, reason, append))
}

/** Does what was answered, in one transaction with the note that it is done, so that it is done once. */
export function heedAnswer(context: RunsContext, row: RunRow): void {
  const { asks, log } = context
  const ask = asks.lastOfRun(row.session)
  const answer = ask && isUnheeded(ask) ? asks.view(ask.id).answer : undefined
  if (!ask || !answer) return
  log.write(() => {
    if (row.verdict === null) act(context, row, answer)
    asks.carried(ask.id)
  })
}

function isUnheeded({ answeredAt, carriedAt }: AskRow): boolean {
  return answeredAt !== null && carriedAt === null
}

function act(context: RunsContext, row: RunRow, answer: AskAnswer): void {
  const [chosen] = answer.chosen
  const words = chosen?.text ?? ''
  const end = (verdict: RunState, what: string): void => {
    const reason = `${what} by ${answer.by}.${words ? ` ${words}` : ''}`
    const by = answer.source === 'user' ? { by: answer.by } : {}
    decide(context, row.id, { verdict, reason, ...by })
  }
  if (chosen?.labels.includes(labels.accept))
    return end('completed_unverified', 'Its goal was not proven; it was accepted as it is')
  if (chosen?.labels.includes(labels.stop)) return end('stopped', 'It was stopped')
  context.rows.set(row.id, { nudgedAt: null })
  const message = chosen?.labels.includes(labels.goOn) ? continueMessage(row.goal, words) : words
  context.sessions.put({ session: row.session, message, author: 'user', fromSession: null })
}
