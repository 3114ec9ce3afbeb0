import { exitCodes } from '../../../contract/plain.ts'
import { startDetached } from '../../../platform/process/index.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'

/** Opens the dashboard by a link that lets this browser in; without a desktop the link is printed. */
export async function open(
  context: CommandContext,
  options: { print?: boolean; public?: boolean },
): Promise<number> {
  const { environment, output } = context
  const client = await connectOrStart(context)
  const isPrinted = options.print || options.public || output.json
  const opener = isPrinted ? undefined : openerFor(process.platform, environment.variables)
  // The link itself never stands on a command line: everybody on the machine can read those.
  const { file, ...link } = await client.call('createLoginLink', {
    file: opener !== undefined,
    public: options.public ?? false,
  })
  const isOpened = opener !== undefined && file !== null && (await openBrowser(context, opener, file))
  output.result({ ...link, opened: isOpened }, () => {
    if (isOpened) {
      output.line(
        'Opening the dashboard in your browser. If it does not open, use this link; browsers from snap or',
      )
      output.line('flatpak, for example, cannot read the file in the Iris home that leads to it.')
    }
    output.line(link.url)
    const where = options.public ? 'through the proxy on this machine' : 'in a browser on this machine'
    output.line(output.paint('dim', `It works once, within a minute, ${where}.`))
  })
  return exitCodes.ok
}

async function openBrowser({ environment }: CommandContext, command: string, file: string): Promise<boolean> {
  try {
    // It may stay as long as the browser does, which is no reason for us to stay.
    await startDetached({ command, args: [file], cwd: '/', env: environment.variables, logFile: '/dev/null' })
    return true
  } catch {
    // No such program: the link is printed, which is all that is needed.
    return false
  }
}

function openerFor(
  platform: NodeJS.Platform,
  variables: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (platform === 'darwin') return 'open'
  return variables['DISPLAY'] || variables['WAYLAND_DISPLAY'] ? 'xdg-open' : undefined
}
