import { bridgeWords } from '../../../contract/plain.ts'
import type { CompiledConfig, Environment } from '../../../platform/config/index.ts'
import { findDaemon } from '../../connection/index.ts'
import { harmlessInLine } from '../output.ts'
import type { Finding } from './doctor-database.ts'

/** Whether the rooms are on the IRC server that the config names. */
export async function checkRooms(
  { home }: Environment,
  config: CompiledConfig | undefined,
): Promise<Finding> {
  if (config?.channels.backend !== 'irc') return { state: 'ok', found: 'in Iris alone' }
  const running = await findDaemon(home)
  if (!running) return { state: 'ok', found: `on ${config.channels.irc?.host ?? 'IRC'}, once Iris runs` }
  const state = await running.client.call('readBridge', {})
  const words = bridgeWords(state)
  if (words)
    return {
      state: 'warning',
      found: harmlessInLine(`${words} ${state.reason ?? ''}`.trim()),
      advice: 'Iris tries again by itself. See `channels.irc` in config.yaml and docs/guides/irc.md.',
    }
  const lost = state.givenUp === 0 ? '' : `; ${state.givenUp} messages were given up`
  const found = `connected to ${state.server} (${state.connections} ${state.connections === 1 ? 'connection' : 'connections'})${lost}`
  const [problem] = state.problems
  return problem === undefined
    ? { state: 'ok', found }
    : { state: 'warning', found: harmlessInLine(`${found}; ${problem}`) }
}
