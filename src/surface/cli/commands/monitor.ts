import { exitCodes, IrisError } from '../../../contract/plain.ts'
import { findDaemon } from '../../connection/index.ts'
import { runMonitor, type MonitorOptions } from '../../monitor/index.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'

/** Shows who does what and what needs you: a screen on a terminal, lines elsewhere. */
export async function monitor(
  context: CommandContext,
  options: { plain?: boolean; follow?: boolean },
): Promise<number> {
  const { environment, output } = context
  if (options.follow && !output.json)
    throw new IrisError('USAGE', '--follow needs --json. Without --json the monitor always follows.')
  await connectOrStart(context)
  await runMonitor({
    find: async () => (await findDaemon(environment.home))?.client,
    as: formOf(context, options),
    hasColour: !environment.variables['NO_COLOR'],
  })
  return exitCodes.ok
}

function formOf(
  { environment, output }: CommandContext,
  { plain, follow }: { plain?: boolean; follow?: boolean },
): MonitorOptions['as'] {
  if (output.json) return follow ? 'documents' : 'document'
  const isScreen = process.stdin.isTTY && process.stdout.isTTY && environment.variables['TERM'] !== 'dumb'
  return isScreen && !plain ? 'screen' : 'lines'
}
