import type { Client } from '../../../client/index.ts'
import {
  endedWords,
  exitCodes,
  IrisError,
  type Ask,
  type CallOutput,
  type SessionId,
  type Turn,
} from '../../../contract/plain.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { wholeNumber } from '../numbers.ts'
import { harmless } from '../output.ts'
import { wants } from '../asks.ts'
import { cutOffAdvice, cutOffWords, nextStep, tookOf, tookWords } from '../../views/index.ts'
import { age, cost, nextSteps, waits } from '../words.ts'

const maxPerPage = 200

type Page = CallOutput<'readTurns'>

/** What the user typed. */
interface ReportOptions {
  team: string
  limit: string
  after?: string
  turn?: string
}

/** The newest turns with a team, or those after one: what was said, how it ended and what to do next. */
export async function report(context: CommandContext, options: ReportOptions): Promise<number> {
  const { output } = context
  const { team } = options
  const limit = wholeNumber('--limit', options.limit)
  if (limit < 1 || limit > maxPerPage)
    throw new IrisError('USAGE', `--limit takes a number from 1 to ${maxPerPage}.`)
  const client = await connectOrStart(context)
  const { session } = await client.call('getTeam', { team })
  const page = await turnsOf(client, { ...options, limit, session: session?.session })
  const asks = await asksOf(client, page)
  output.result(page, () => {
    if (page.turns.length === 0) return output.line(nothing(team, options.after))
    for (const turn of page.turns) show(context, turn, asks)
    if (session?.cutOff) output.line(output.paint('yellow', `${cutOffWords(session.cutOff)} ${cutOffAdvice}`))
    if (page.next) output.line(`More: iris report ${team} --after ${page.next}`)
  })
  return exitCodes.ok
}

interface Wanted extends Omit<ReportOptions, 'limit'> {
  limit: number
  session: SessionId | undefined
}

async function turnsOf(client: Client, { team, turn, after, limit, session }: Wanted): Promise<Page> {
  if (turn !== undefined) return { turns: [await wholeTurn(client, team, turn)], next: null }
  if (after !== undefined) return client.call('readTurns', { team, limit, after })
  return session === undefined ? { turns: [], next: null } : newest(client, { team, limit, session })
}

/** What the turn under way waits for, where that is an answer. */
async function asksOf(client: Client, { turns }: Page): Promise<Ask[]> {
  const waiting = turns.find(({ state, waitingFor }) => state === 'delivered' && waitingFor !== null)
  if (!waiting) return []
  return (await client.call('listAsks', { turn: waiting.turn })).asks.filter(({ holds }) => holds)
}

/** The API gives turns oldest first; people want to see the last ones. */
async function newest(
  client: Client,
  { team, limit, session }: { team: string; limit: number; session: SessionId },
): Promise<Page> {
  const marks = await client.call('getSession', { session, limit: limit + 1 })
  let after = marks.turns.length > limit ? marks.turns[0]?.turn : undefined
  let turns: Turn[] = []
  do {
    const page: Page = await client.call('readTurns', { team, limit, ...(after ? { after } : {}) })
    turns = [...turns, ...page.turns].slice(-limit)
    after = page.next ?? undefined
  } while (after)
  return { turns, next: null }
}

/** One turn with all that was said in it, however long. */
async function wholeTurn(client: Client, team: string, id: string): Promise<Turn> {
  const first = await client.call('getTurn', { turn: id, from: 0 })
  if (first.to !== team) throw new IrisError('TURN_NOT_HERE', `${team} has no turn ${id}.`)
  if (first.endedAt === null) return client.call('getTurn', { turn: id })
  let answer = first.answer ?? ''
  let { cut, final } = first
  while (cut && cut.to < cut.of) {
    const page: Turn = await client.call('getTurn', { turn: id, from: cut.to })
    answer += `${cut.from + answer.length < cut.to ? '\n\n' : ''}${page.answer ?? ''}`
    cut = page.cut && { ...page.cut, from: 0 }
    final = page.final
  }
  return { ...first, answer, final, cut: null }
}

function nothing(team: string, after: string | undefined): string {
  return after ? `No turns after ${after}.` : `No turns yet. Start one: iris tell ${team} "Which tests fail?"`
}

function show({ output }: CommandContext, turn: Turn, asks: readonly Ask[]): void {
  const { paint } = output
  const took = tookOf(turn, Date.now())
  const facts = [
    stateOf(turn),
    age(turn.acceptedAt),
    took ? `worked ${tookWords(took)}` : '',
    cost(turn.costUsd),
    turn.rehearsed ? '(rehearsed)' : '',
  ].filter(Boolean)
  output.line(`${paint(colourOf(turn), '●')} ${facts.join(' · ')}  ${paint('dim', turn.turn)}`)
  output.line(indented(`${paint('bold', harmless(turn.from))}: ${harmless(turn.message.trim())}`))
  showWords(output, turn)
  for (const ask of asks.filter((one) => one.turn === turn.turn))
    output.line(indented(paint('yellow', `? ${wants(ask)}\n  iris inbox show ${ask.ask}`)))
  const next = nextStep(turn.answer ?? '', turn.advice ?? '') || (turn.how && nextSteps[turn.how])
  if (next) output.line(indented(paint('yellow', `→ ${harmless(next)}`)))
  output.line()
}

/** What the team said: all of it, or so far. */
function showWords(output: CommandContext['output'], turn: Turn): void {
  const { paint } = output
  const to = harmless(turn.to)
  if (turn.answer) output.line(indented(`${paint('bold', to)}: ${said(output, turn)}`))
  if (turn.cut && turn.endedAt !== null) output.line(indented(paint('dim', restOf(turn))))
  if (turn.soFar) output.line(indented(`${paint('bold', `${to}, so far`)}: ${harmless(turn.soFar.trim())}`))
}

/** All that was said; where something came before it, the final message has a line of its own above it. */
function said({ paint }: CommandContext['output'], { answer, final }: Turn): string {
  const text = answer ?? ''
  if (final === null) return harmless(text.trim())
  const before = harmless(text.slice(0, text.length - final.length).trim())
  return [before, '', paint('dim', 'Final message:'), harmless(final.trim())].join('\n').trim()
}

function restOf({ to, turn }: Turn): string {
  return `This is shortened. Read it all: iris report ${to} --turn ${turn}`
}

function stateOf(turn: Turn): string {
  const again = turn.retryOf === null ? '' : 'again: '
  return `${again}${stateWords(turn)}`
}

function stateWords(turn: Turn): string {
  if (turn.how !== null) return endedWords[turn.how]
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
