import { childEnvironment, type Variables } from '../../../platform/config/index.ts'
import { runToEnd } from '../../../platform/process/index.ts'
import type { Notification, Send } from '../notification.ts'

const limit = 10_000
const urgencies = { low: 'low', normal: 'normal', high: 'critical' } as const

/** Shows a notification on this machine, with the program its system has for that. */
export function desktopWay(deps: { variables: Variables; cwd: string; platform: NodeJS.Platform }): Send {
  const { variables, cwd, platform } = deps
  return async (notification) => {
    const [command, ...args] = commandFor(notification, platform)
    const env = childEnvironment(variables, 'tool')
    const { code, stderr } = await runToEnd({ command, args, cwd, env, timeoutMs: limit, maxOutput: 4096 })
    if (code !== 0) throw new Error(stderr.trim() || `${command} ended with ${code}`)
    return undefined
  }
}

/** Texts are arguments, never part of a script. */
function commandFor(
  { title, body, urgency }: Notification,
  platform: NodeJS.Platform,
): [string, ...string[]] {
  if (platform === 'darwin') {
    const lines = [
      'on run argv',
      'display notification (item 2 of argv) with title (item 1 of argv)',
      'end run',
    ]
    return ['osascript', ...lines.flatMap((line) => ['-e', line]), '--', title, body]
  }
  return ['notify-send', '--app-name=Iris', `--urgency=${urgencies[urgency]}`, '--', title, escaped(body)]
}

/** The body of a notification may hold markup; the words of an agent may not. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
