import type { Client } from '../../../client/index.ts'
import { exitCodes, IrisError, type CallOutput, type EventEnvelope } from '../../../contract/plain.ts'
import type { CommandContext } from '../command.ts'
import { connect } from '../../connection/index.ts'
import { wholeNumber } from '../numbers.ts'
import { harmless } from '../output.ts'

const maxPerPage = 1000

/** What the user typed. */
export interface EventOptions {
  after?: string
  before?: string
  limit: string
  types?: string
  follow?: boolean
}

type Page = CallOutput<'readEvents'>

/** Prints the newest events, or those after or before one, and with `--follow` every later one. */
export async function events(context: CommandContext, options: EventOptions): Promise<number> {
  const { client } = connect(context.environment.home)
  const limit = wholeNumber('--limit', options.limit)
  const types = options.types ? { types: options.types.split(',') } : {}
  const place = await placeOf(client, options)
  const page = await client.call('readEvents', { ...place, limit: Math.min(limit, maxPerPage), ...types })
  for (const event of page.events) print(context, event)
  if (!options.follow) {
    if (page.events.length === 0) sayNone(context, options)
    sayRest(context, page, { ...options, isCut: page.events.length < limit })
    return exitCodes.ok
  }
  for await (const event of client.events({ after: page.next, ...types })) print(context, event)
  return exitCodes.ok
}

function sayNone({ output }: CommandContext, { types }: EventOptions): void {
  output.line(types ? 'No such events. docs/event-stream.md lists the types.' : 'No events.')
}

/** Where to read: without a place, the newest. */
async function placeOf(
  client: Client,
  { after, before }: EventOptions,
): Promise<{ after: number } | { before: number }> {
  if (after !== undefined && before !== undefined)
    throw new IrisError('USAGE', 'Give --after or --before, not both.')
  if (after !== undefined) return { after: wholeNumber('--after', after) }
  if (before !== undefined) return { before: wholeNumber('--before', before) }
  return { before: (await client.call('getStatus', {})).events + 1 }
}

/** Says how to go on where there is more than a page holds. */
function sayRest({ output }: CommandContext, page: Page, options: EventOptions & { isCut: boolean }): void {
  const rest = restOf(page, options)
  if (!rest) return
  if (output.json) return output.result(rest, () => undefined)
  const { limit, types, isCut } = options
  const [word, place] =
    'next' in rest ? ['After', `--after ${rest.next}`] : ['Before', `--before ${rest.previous}`]
  const command = `iris events ${place} --limit ${limit}${types ? ` --types ${types}` : ''}`
  const why = isCut ? `Cut after ${page.events.length}: a page holds 1000 events, or fewer long ones. ` : ''
  output.note(output.paint('dim', `${why}${word} these: ${command}`))
}

/** Where the next page begins, if somebody may want it: who wants the newest has them, unless the page was cut. */
function restOf(
  { next, previous, head }: Page,
  { after, before, isCut }: EventOptions & { isCut: boolean },
): { next: number } | { previous: number } | undefined {
  if (after !== undefined) return next < head ? { next } : undefined
  return previous !== null && (isCut || before !== undefined) ? { previous } : undefined
}

function print({ output }: CommandContext, event: EventEnvelope): void {
  output.result(event, () => {
    const time = new Date(event.at).toISOString().slice(11, 23)
    const seq = output.paint('dim', String(event.seq).padStart(6))
    const text = harmless(JSON.stringify(event.data)).slice(0, 200)
    output.line(`${seq} ${output.paint('dim', time)} ${output.paint('cyan', event.type.padEnd(18))} ${text}`)
  })
}
