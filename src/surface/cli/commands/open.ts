import { exitCodes } from '../../../contract/plain.ts'
import { startProcess } from '../../../platform/process/index.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'

/** Opens the dashboard by a link that lets this browser in; without a desktop the link is printed. */
export async function open(context: CommandContext, options: { print?: boolean }): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const link = await client.call('createLoginLink', {})
  const isOpened = options.print || output.json ? false : await openBrowser(context, link.url)
  output.result({ ...link, opened: isOpened }, () => {
    if (isOpened) output.line('The dashboard opens in your browser. If it does not, use this link:')
    output.line(link.url)
    output.line(output.paint('dim', 'It works once, within a minute, in a browser on this machine.'))
  })
  return exitCodes.ok
}

async function openBrowser({ environment }: CommandContext, url: string): Promise<boolean> {
  const command = openerFor(process.platform, environment.variables)
  if (!command) return false
  try {
    await startProcess({
      command,
      args: [url],
      cwd: '/',
      env: environment.variables,
      stdio: 'ignore',
      detached: true,
    })
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
