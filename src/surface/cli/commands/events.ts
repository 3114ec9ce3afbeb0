import { exitCodes, type EventEnvelope } from '../../../contract/plain.ts'
import type { CommandContext } from '../command.ts'
import { connect } from '../../connection/index.ts'
import { wholeNumber } from '../numbers.ts'
import { harmless } from '../output.ts'

interface Options {
  after?: string
  limit: string
  types?: string
  follow?: boolean
}

/** Prints the newest events, and with `--follow` every later one. */
export async function events(context: CommandContext, options: Options): Promise<number> {
  const { client } = connect(context.environment.home)
  const limit = wholeNumber('--limit', options.limit)
  const types = options.types?.split(',')
  const { events: head } = await client.call('getStatus', {})
  const from =
    options.after === undefined ? { before: head + 1 } : { after: wholeNumber('--after', options.after) }
  const page = await client.call('readEvents', {
    ...from,
    limit: Math.min(limit, 1000),
    ...(types ? { types } : {}),
  })
  for (const event of page.events) print(context, event)
  if (!options.follow) return none(context, page.events.length, types)
  const after = options.after === undefined ? head : page.next
  for await (const event of client.events({ after, ...(types ? { types } : {}) })) print(context, event)
  return exitCodes.ok
}

function none({ output }: CommandContext, found: number, types: readonly string[] | undefined): number {
  if (found === 0)
    output.line(types ? 'No such events. docs/event-stream.md lists the types.' : 'No events there.')
  return exitCodes.ok
}

function print({ output }: CommandContext, event: EventEnvelope): void {
  output.result(event, () => {
    const time = new Date(event.at).toISOString().slice(11, 23)
    const seq = output.paint('dim', String(event.seq).padStart(6))
    const text = harmless(JSON.stringify(event.data)).slice(0, 200)
    output.line(`${seq} ${output.paint('dim', time)} ${output.paint('cyan', event.type.padEnd(18))} ${text}`)
  })
}
