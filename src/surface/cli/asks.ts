import { oneLine, type Ask, type AskAnswer, type AskQuestion } from '../../contract/plain.ts'
import { harmless, type Paint } from './output.ts'

/** What an ask wants, on one line. */
export function wants({ tool, input, text }: Pick<Ask, 'tool' | 'input' | 'text'>): string {
  if (tool === null || tool === 'AskUserQuestion' || tool === 'ExitPlanMode')
    return harmless(oneLine(text, 90))
  const detail = input['command'] ?? input['file_path'] ?? input['url'] ?? input
  return harmless(`${tool}: ${oneLine(typeof detail === 'string' ? detail : JSON.stringify(detail), 80)}`)
}

/** How an answer reads. */
export function answerWords({ chosen, text }: Pick<AskAnswer, 'chosen' | 'text'>): string {
  const said = chosen.map((one) => [...one.labels, ...(one.text ? [one.text] : [])].join(', '))
  return harmless([...said, ...(text ? [text] : [])].join('; '))
}

/** How an ask stands. */
export function stateWords({
  state,
  answer,
  closedFor,
}: Pick<Ask, 'state' | 'answer' | 'closedFor'>): string {
  if (answer) return harmless(`${oneLine(answerWords(answer), 60)} (${answer.source}: ${answer.by})`)
  return closedFor ? harmless(`${state}: ${closedFor}`) : state
}

/** The options of a question with their keys. */
export function optionLines({ options, multiSelect, freeText }: AskQuestion, paint: Paint): string[] {
  const lines = options.map(({ key, label, description, recommended, implications }) => {
    const words = [description, implications].filter(Boolean).join(' → ')
    const more = words ? paint('dim', `  ${harmless(words)}`) : ''
    return `  ${paint('bold', key)}  ${harmless(label)}${recommended ? ' (recommended)' : ''}${more}`
  })
  const hints = [...(multiSelect ? ['choose one or more'] : []), ...(freeText ? ['or your own words'] : [])]
  return hints.length > 0 ? [...lines, paint('dim', `     ${hints.join('; ')}`)] : lines
}
