import type { Client } from '../../../client/index.ts'
import {
  oneLine,
  exitCodes,
  IrisError,
  type EventEnvelope,
  readLine,
  type LinePart,
} from '../../../contract/plain.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { wholeNumber } from '../numbers.ts'
import { harmless } from '../output.ts'

const maxPerPage = 1000

/** What the user typed. */
export interface InspectOptions {
  session: string
  limit: string
  after: string
  raw?: boolean
}

/** The recorded lines of a session, a page at a time, in words or as they were printed. */
export async function inspectCache(context: CommandContext, options: InspectOptions): Promise<number> {
  const { output } = context
  const limit = wholeNumber('--limit', options.limit)
  if (limit < 1 || limit > maxPerPage)
    throw new IrisError('USAGE', `--limit takes a number from 1 to ${maxPerPage}.`)
  const after = wholeNumber('--after', options.after)
  const client = await connectOrStart(context)
  const session = await sessionNamed(client, options.session)
  const page = await client.call('readEvents', { session, types: ['agent.printed'], after, limit })
  const kept = page.events.filter(({ data }) => lineIn(data) !== '')
  const pruned = page.events.length - kept.length
  const lines = kept.map(({ seq, at, turn, data }) => ({ seq, at, turn, line: lineIn(data) }))
  const next = page.next < page.head ? page.next : null
  output.result({ session, lines, pruned, next }, () => {
    if (page.events.length === 0)
      return output.line(`No lines of ${session}${after > 0 ? ` after ${after}` : ''}.`)
    if (pruned > 0) output.line(`${pruned} of these lines were pruned.`)
    for (const event of kept) show(context, event, options.raw ?? false)
    if (next !== null) output.line(`More: iris cache inspect ${session} --after ${next}`)
  })
  return exitCodes.ok
}

/** A session by its id, or by the name of the team you have it with. */
async function sessionNamed(client: Client, wanted: string): Promise<string> {
  if (wanted.startsWith('ses_')) return wanted
  const { sessions } = await client.call('listSessions', { team: wanted })
  const found = sessions.find(({ from }) => from === 'user') ?? sessions[0]
  if (!found) throw new IrisError('NOT_FOUND', `There is no session with ${wanted}.`)
  return found.session
}

function show({ output }: CommandContext, event: EventEnvelope, raw: boolean): void {
  const line = lineIn(event.data)
  if (raw) return output.line(harmless(line))
  const { parent, parts } = readLine(line)
  const place = `${String(event.seq).padStart(6)} ${new Date(event.at).toISOString().slice(11, 23)}`
  // Pieces of a statement come again as a whole.
  for (const part of parts.filter(({ kind }) => kind !== 'writing')) {
    const { verb, text } = described(part)
    const who = parent !== null ? output.paint('dim', '↳ ') : ''
    output.line(
      `${output.paint('dim', place)} ${who}${output.paint('cyan', verb.padEnd(8))} ${harmless(oneLine(text, 160))}`,
    )
  }
}

function described(part: LinePart): { verb: string; text: string } {
  switch (part.kind) {
    case 'used':
      return { verb: 'uses', text: `${part.tool} ${JSON.stringify(part.input)}` }
    case 'returned':
      return { verb: part.outcome === 'done' ? 'gets' : 'failed', text: part.text }
    case 'began':
      return { verb: '·', text: 'system init' }
    case 'wanted':
      return { verb: '·', text: 'control_request' }
    case 'other':
      return { verb: '·', text: part.type }
    case 'said':
      return { verb: 'says', text: part.text }
    case 'thought':
      return { verb: 'thinks', text: part.text }
    case 'writing':
    case 'ended':
      return { verb: 'ends', text: part.text }
    default:
      return part satisfies never
  }
}

function lineIn(data: unknown): string {
  return typeof data === 'object' && data !== null && 'line' in data ? String(data.line) : ''
}
