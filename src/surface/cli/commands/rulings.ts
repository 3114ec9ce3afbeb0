import { exitCodes } from '../../../contract/plain.ts'
import { harmlessJson } from '../../../platform/lib/index.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { wholeNumber } from '../numbers.ts'
import { harmless } from '../output.ts'
import { table } from '../table.ts'

/** What rules decided, the newest first. */
export async function listRulings(
  context: CommandContext,
  { limit, ...filter }: { rule?: string; about?: string; limit: string },
): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const found = await client.call('listRulings', { ...filter, limit: wholeNumber('--limit', limit) })
  output.result(found, () => {
    if (found.rulings.length === 0) return output.line('No rule has decided anything yet.')
    const rows = found.rulings.map(({ ruling, rule, about, at }) => [day(at), rule, about, ruling])
    for (const line of table({ heading: ['When', 'Rule', 'About', 'Ruling'], rows }, output))
      output.line(harmless(line))
  })
  return exitCodes.ok
}

/** One ruling with what went in and what came out. */
export async function showRuling(context: CommandContext, ruling: string): Promise<number> {
  const { output } = context
  const found = await (await connectOrStart(context)).call('getRuling', { ruling })
  output.result(found, () => {
    const { rule, about, at, inputs, outcome } = found
    output.line(`${output.paint('bold', rule)} about ${harmless(about)}, ${day(at)}`)
    output.line(`\nin   ${inputs === null ? 'too long to keep' : harmlessJson(inputs)}`)
    output.line(`out  ${outcome === null ? 'too long to keep' : harmlessJson(outcome)}`)
  })
  return exitCodes.ok
}

/** Whether the rule of today decides the same. */
export async function replayRuling(context: CommandContext, ruling: string): Promise<number> {
  const { output } = context
  const replayed = await (await connectOrStart(context)).call('replayRuling', { ruling })
  output.result(replayed, () => {
    if (replayed.isSame) return output.line('The rule of today decides the same.')
    output.line('The rule of today decides differently.')
    output.line(`then ${harmlessJson(replayed.was)}`)
    output.line(`now  ${harmlessJson(replayed.now)}`)
  })
  return exitCodes.ok
}

const day = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')
