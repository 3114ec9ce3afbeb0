import { exitCodes } from '../../../contract/plain.ts'
import { againWordsOf, concernWords, stateOfConcern } from '../../views/index.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { harmlessInLine } from '../output.ts'
import { table } from '../table.ts'
import { age } from '../words.ts'

/** What the coordinator has in hand, with what it decided and why. */
export async function listConcerns(context: CommandContext, { all }: { all?: boolean }): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const found = await client.call('listConcerns', { state: all ? 'all' : 'open' })
  output.result(found, () => {
    if (found.concerns.length === 0) return output.line('Nothing needs to be decided.')
    for (const concern of found.concerns) {
      const over = concern.endedAt === null ? '' : ' (over)'
      const words = harmlessInLine(concernWords(concern))
      output.line(`${words}: Iris ${stateOfConcern(concern).words}, ${age(concern.decidedAt)}${over}`)
      output.line(`  ${harmlessInLine(`${concern.why} ${againWordsOf(concern)}`.trim())}`)
      if (concern.ask !== null && concern.endedAt === null) output.line(`  iris inbox answer ${concern.ask}`)
    }
  })
  return exitCodes.ok
}

/** What each role of the pipeline is at. */
export async function listRoles(context: CommandContext): Promise<number> {
  const { output } = context
  const found = await (await connectOrStart(context)).call('readRoles', {})
  output.result(found, () => {
    const rows = found.roles.map(({ role, state, words, since }) => [
      role,
      state,
      harmlessInLine(words),
      since === null ? '' : age(since),
    ])
    for (const line of table({ heading: ['Role', 'State', 'What', 'Since'], rows }, output)) output.line(line)
  })
  return exitCodes.ok
}
