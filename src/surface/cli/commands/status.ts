import { exitCodes, type Status } from '../../../contract/plain.ts'
import type { CommandContext } from '../command.ts'
import { connect } from '../../connection/index.ts'
import { bytes, columns, duration } from '../output.ts'

export async function status({ environment, output }: CommandContext): Promise<number> {
  const { client } = connect(environment.home)
  const found = await client.call('getStatus', {})
  output.result({ running: true, ...found }, () => showStatus(output, found))
  return exitCodes.ok
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
    `${paint('yellow', '!')} config.yaml has mistakes; the last good one is in force. See: iris config check`,
  )
}
