import type { Client } from '../../../client/index.ts'
import { exitCodes, IrisError, type CallOutput, type Turn, type TurnId } from '../../../contract/plain.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { wholeNumber } from '../numbers.ts'
import { duration, harmless } from '../output.ts'
import { cutOffAdvice, cutOffWords, nextStep } from '../../views/index.ts'
import { age, cost, endings, waits } from '../words.ts'

const mostPerPage = 200

type Page = CallOutput<'readTurns'>

/** The newest turns with a team, or those after one: what was said, how it ended and what to do next. */
export async function report(
  context: CommandContext,
  options: { team: string; limit: string; after?: string },
): Promise<number> {
  const { output } = context
  const { team } = options
  const limit = wholeNumber('--limit', options.limit)
  if (limit < 1 || limit > mostPerPage)
    throw new IrisError('USAGE', `--limit takes a number from 1 to ${mostPerPage}.`)
  const client = await connectOrStart(context)
  const page =
    options.after === undefined
      ? await newest(client, team, limit)
      : await client.call('readTurns', { team, limit, after: options.after })
  const { session } = await client.call('getTeam', { team })
  output.result(page, () => {
    if (page.turns.length === 0) return output.line(nothing(team, options.after))
    for (const turn of page.turns) show(context, turn)
    if (session?.cutOff) output.line(output.paint('yellow', `${cutOffWords(session.cutOff)} ${cutOffAdvice}`))
    if (page.next) output.line(`More: iris report ${team} --after ${page.next}`)
  })
  return exitCodes.ok
}

/** The API gives turns oldest first; people want to see the last ones. */
async function newest(client: Client, team: string, limit: number): Promise<Page> {
  let turns: Turn[] = []
  let after: TurnId | undefined
  do {
    const page: Page = await client.call('readTurns', {
      team,
      limit: mostPerPage,
      ...(after ? { after } : {}),
    })
    turns = [...turns, ...page.turns].slice(-limit)
    after = page.next ?? undefined
  } while (after)
  return { turns, next: null }
}

function nothing(team: string, after: string | undefined): string {
  return after ? `No turns after ${after}.` : `No turns yet. Start one: iris tell ${team} "Which tests fail?"`
}

function show({ output }: CommandContext, turn: Turn): void {
  const { paint } = output
  const facts = [
    stateOf(turn),
    age(turn.acceptedAt),
    turn.endedAt === null ? '' : `took ${duration(turn.endedAt - turn.acceptedAt)}`,
    cost(turn.costUsd),
    turn.rehearsed ? '(rehearsed)' : '',
  ].filter(Boolean)
  output.line(`${paint(colourOf(turn), '●')} ${facts.join(' · ')}  ${paint('dim', turn.turn)}`)
  output.line(indented(`${paint('bold', harmless(turn.from))}: ${harmless(turn.message.trim())}`))
  if (turn.answer)
    output.line(indented(`${paint('bold', harmless(turn.to))}: ${harmless(turn.answer.trim())}`))
  const next = nextStep(turn.answer ?? '', turn.advice ?? '') || (turn.how && endings[turn.how].next)
  if (next) output.line(indented(paint('yellow', `→ ${harmless(next)}`)))
  output.line()
}

function stateOf(turn: Turn): string {
  if (turn.how !== null) return endings[turn.how].words
  if (turn.waitingFor) return waits[turn.waitingFor]
  return turn.state === 'queued' ? 'queued' : 'under way'
}

function colourOf(turn: Turn): 'green' | 'yellow' | 'red' {
  if (turn.how === null) return 'yellow'
  return turn.how === 'answered' ? 'green' : 'red'
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '  ')
}
