import { withFinalMarked, type TurnEnding } from '../../contract/index.ts'
import { calledOf, endOf, type Answer, type TurnRow } from '../../core/sessions/index.ts'
import { isOpen, type Facts } from './facts.ts'
import { lostTeammates } from './steps.ts'

/** Characters of an answer; a model reads it. */
const maxAnswer = 20_000

/** What a leader is told that was interrupted. */
export function goOnMessage(facts: Facts, why: string): string {
  const { row, told } = facts
  const lost = lostTeammates(facts).map(
    (one) => `- ${calledOf(one)} (${one.description}): agent id ${one.id}`,
  )
  const open = told.filter(isOpen).length
  return [
    `You were interrupted: ${why}. Iris has taken up your conversation again.`,
    lost.length > 0 &&
      `These teammates were at work and ended with it. SendMessage to the agent id takes one up where it was:\n${lost.join('\n')}`,
    open > 0 &&
      `${open} of the other teams you told something still work; their answers reach you by themselves.`,
    `The goal of this run, once more:\n\n${row.goal}`,
    'Look how far the work has got, then go on.',
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** What a leader is asked that ended its turn with nothing under way. */
export const nudge =
  'Nothing of your run is under way, and you have not said that it is complete. If the goal is reached, call run_complete. If only the user can say how to go on, ask with AskUserQuestion. Otherwise go on.'

/** What a leader is told whose run rested, and that is to go on. */
export function continueMessage(goal: string, words: string): string {
  return [
    'Go on until the goal is reached, then call run_complete.',
    words,
    `The goal of this run, once more:\n\n${goal}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** What a leader is told when its run is taken up again after it had ended. */
export function resumeMessage(facts: Facts, message: string | undefined): string {
  const { verdict, reason } = facts.row
  const how = reason ?? `it was ${verdict ?? 'ended'}`
  return [
    `This run had ended (${how}) and goes on now. None of your teammates works at the moment; SendMessage to an agent id takes one up again.`,
    message,
    message ? undefined : 'Look how far the work has got, then go on until the goal is reached.',
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** What a leader is told of a team that ended what it was told to do. */
export function reportOf(
  turn: TurnRow,
  ended: { how: TurnEnding; answer: Answer; advice: string | null },
): string {
  const { how, answer, advice } = ended
  const said = endOf(answer, maxAnswer)
  const isWhole = said.from === 0 && said.to === said.of
  const rest = `(This is not all that it said: team_report with turn ${turn.id} and from 0 has it.)\n\n`
  const words = `${isWhole ? '' : rest}${withFinalMarked(said)}`
  const asked = turn.message.slice(0, 200)
  if (how === 'answered') return `You asked: ${asked}\n\nThe answer:\n\n${words}`
  const before = words ? `\n\nIt had said:\n\n${words}` : ''
  return `You asked: ${asked}\n\nThis was not answered (${how}). ${advice ?? ''}${before}`
}
