import { duration, exitCodes, type Ask } from '../../../contract/plain.ts'
import { optionLines, stateWords, wants } from '../asks.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { wholeNumber } from '../numbers.ts'
import { harmless } from '../output.ts'
import { table } from '../table.ts'
import { typedId } from '../typed-id.ts'
import { age } from '../words.ts'

const day = 86_400_000
const maxSaid = 2000

/** What waits for your answer. */
export async function listAsks(
  context: CommandContext,
  options: { all?: boolean; team?: string; after?: string },
): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const { all, team, after } = options
  const page = await client.call('listAsks', {
    state: all ? 'all' : 'open',
    ...(team ? { team } : {}),
    ...(after ? { after } : {}),
  })
  output.result(page, () => {
    if (page.asks.length === 0) return output.line(nothing(options))
    // Of those that wait, each is open; what is wanted comes last, where a narrow terminal may break it.
    const heading = ['Ask', 'Team', 'Kind', 'Asked', ...(all ? ['State'] : []), 'Wants']
    const rows = page.asks.map((ask) => [
      ask.ask,
      ask.team,
      kindOf(ask),
      age(ask.askedAt),
      ...(all ? [stateWords(ask)] : []),
      wants(ask),
    ])
    for (const line of table({ heading, rows }, output)) output.line(line)
    if (page.next) {
      const rest = `iris inbox${all ? ' --all' : ''}${team ? ` --team ${team}` : ''} --after ${page.next}`
      output.line(`\nThere are more (${page.open} are open): ${rest}`)
    }
    if (!all) output.line('\nAnswer them one by one: iris inbox answer')
  })
  return exitCodes.ok
}

function nothing({ all, after }: { all?: boolean; after?: string }): string {
  if (after) return `Nothing after ${after}.`
  return all ? 'No asks yet.' : 'Nothing is waiting for you.'
}

function kindOf({ kind, type }: Ask): string {
  return kind === 'question' || kind === 'decision' ? `${kind} (${type})` : kind
}

/** One ask, what can be answered, and what was going on. */
export async function showAsk(context: CommandContext, id: string): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const found = await client.call('getAsk', { ask: typedId('ask', id) })
  output.result(found, () => {
    const { ask, turn, said } = found
    for (const line of describe(context, ask)) output.line(line)
    if (turn)
      output.line(
        `\n${output.paint('dim', `Told by ${turn.from === 'user' ? 'you' : turn.from}:`)} ${harmless(turn.message)}`,
      )
    if (said) output.line(`\n${output.paint('dim', 'It had said:')}\n${harmless(said.slice(-maxSaid))}`)
  })
  return exitCodes.ok
}

/** Everything about an ask itself. */
export function describe({ output }: CommandContext, ask: Ask): string[] {
  const { paint } = output
  const dim = (text: string): string => paint('dim', text)
  return [
    `${paint('bold', ask.team)} ${dim(`${kindOf(ask)}, asked ${age(ask.askedAt)}, ${ask.ask}`)}`,
    ...(ask.kind === 'permission' ? [wants(ask), harmless(JSON.stringify(ask.input, null, 2))] : []),
    ...(ask.context ? [dim(harmless(ask.context))] : []),
    ...ask.questions.flatMap((question) => [
      ...(ask.kind === 'permission' ? [] : [harmless(question.question)]),
      ...(ask.state === 'open' ? optionLines(question, paint) : []),
    ]),
    ...(ask.default ? [dim(`Without an answer: ${harmless(ask.default)}`)] : []),
    ...(ask.state === 'open' ? [] : [stateWords(ask)]),
    ...ask.late.map((late) => dim(harmless(`Too late: ${stateWords({ ...ask, answer: late })}`))),
  ]
}

/** How asks went. */
export async function showFigures(context: CommandContext, options: { days?: string }): Promise<number> {
  const { output } = context
  const days = options.days === undefined ? undefined : wholeNumber('--days', options.days)
  const client = await connectOrStart(context)
  // Wall time: it is held against stored dates.
  const since = days === undefined ? 0 : Math.max(0, Date.now() - days * day)
  const { figures } = await client.call('getAskFigures', { since })
  output.result({ figures }, () => {
    if (figures.length === 0) return output.line('No asks yet.')
    const heading = ['Team', 'Kind', 'Asked', 'Open', 'You', 'Others', 'By itself', 'False', 'Median']
    const rows = figures.map(({ team, kind, type, asked, open, answered, falseAlarms, medianMs }) => [
      team,
      kind === 'question' ? `${kind} (${type})` : kind,
      String(asked),
      String(open),
      String(answered.user),
      String(answered.lead + answered.delegate),
      String(answered.default + answered.learned + answered.policy),
      String(falseAlarms),
      medianMs === null ? '' : duration(medianMs),
    ])
    for (const line of table({ heading, rows }, output)) output.line(line)
  })
  return exitCodes.ok
}
