import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const guide = join(import.meta.dirname, '..', '..', 'docs', 'guides', 'irc.md')

/** The commands that the guide gives for a client, with its token and the port put in. */
export function commandsFor(
  client: 'irssi' | 'WeeChat',
  { port, token }: { port: number; token: string },
): string[] {
  const [, block = ''] =
    new RegExp(`## ${client}\\n\\n\`\`\`\\n([^\`]*)\`\`\``).exec(readFileSync(guide, 'utf8')) ?? []
  return block
    .trim()
    .split('\n')
    .map((line) => line.replace(/\b6667\b/, String(port)).replace('<token>', token))
}

/** A real WeeChat without a screen, set up as the guide says. It writes down what it shows. */
export interface WeeChat {
  /** What it has shown of a room, line after line: who said it, a tab, and the words. */
  shown(room: string): string[]
  end(): Promise<void>
}

export function startWeeChat(at: { port: number; token: string }): WeeChat {
  const folder = mkdtempSync(join(tmpdir(), 'iris-weechat-'))
  const logs = join(folder, 'logs')
  const commands = [
    `/set logger.file.path ${logs}`,
    '/set logger.file.flush_delay 0',
    '/set logger.file.time_format "."',
    '/set logger.file.mask "$name.log"',
    ...commandsFor('WeeChat', at),
  ]
  const child = spawn('weechat-headless', ['--dir', folder, ...commands.flatMap((line) => ['-r', line])], {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder },
  })
  return {
    shown(room) {
      const file = readdirSync(folder).includes('logs')
        ? readdirSync(logs).find((name) => name.includes(room))
        : undefined
      if (file === undefined) return []
      return readFileSync(join(logs, file), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => line.slice(line.indexOf('\t') + 1))
    },
    async end() {
      if (child.exitCode === null && child.signalCode === null) {
        const exit = once(child, 'exit')
        child.kill('SIGKILL')
        await exit
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
