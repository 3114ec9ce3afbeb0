import { bytes, duration, exitCodes, IrisError, type Status } from '../../../contract/plain.ts'
import type { CommandContext } from '../command.ts'
import { connect, leftAgents, startFault } from '../../connection/index.ts'
import { namesOf } from '../left-agents.ts'
import { columns } from '../output.ts'

export async function status({ environment, output }: CommandContext): Promise<number> {
  const found = await read(environment.home)
  output.result({ running: true, ...found }, () => showStatus(output, found))
  return exitCodes.ok
}

async function read(home: string): Promise<Status> {
  try {
    return await connect(home).client.call('getStatus', {})
  } catch (error) {
    const isGone = error instanceof IrisError && error.code === 'DAEMON_NOT_RUNNING'
    throw isGone ? await withoutDaemon(home) : error
  }
}

/** Who works on without a daemon, and what keeps one from starting: to be told only to start it would help nobody. */
async function withoutDaemon(home: string): Promise<IrisError> {
  const fault = startFault(home)
  const agents = await leftAgents(home)
  const words = [
    fault ? `Iris is not running and cannot start. ${fault.message}` : 'Iris is not running.',
    ...(agents.length > 0
      ? [`Agents still run: ${namesOf(agents)}. End them with \`iris stop --all\`.`]
      : []),
  ]
  const code = fault?.code ?? 'DAEMON_NOT_RUNNING'
  return new IrisError(code, words.join(' '), agents.length > 0 ? { details: { agents } } : {})
}

function showStatus(output: CommandContext['output'], found: Status): void {
  const { paint } = output
  output.line(`${paint('green', '●')} Iris ${found.version} is running at ${found.url}`)
  const teams = found.config.teams.length === 0 ? 'none yet' : found.config.teams.join(', ')
  const rows = [
    ['Up for', duration(found.upForMs)],
    ['Teams', teams],
    ['Events', String(found.events)],
    ['Database', `${found.database.path} (${bytes(found.database.bytes)})`],
    ['Memory', bytes(found.memory)],
    ['Process', String(found.pid)],
    ['Home', found.home],
  ]
  for (const line of columns(rows.map(([key = '', value = '']) => [`  ${paint('dim', key)}`, value])))
    output.line(line)
  for (const message of found.config.waiting) output.line(`${paint('yellow', '!')} ${message}`)
  if (found.config.waiting.length > 0) output.line('  To restart: iris restart')
  if (found.config.mistakes.length === 0) return
  output.line(
    `${paint('yellow', '!')} config.yaml has mistakes; the last good version still applies. See: iris config check`,
  )
}
