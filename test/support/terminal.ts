import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')
const bin = join(root, 'bin', 'iris.js')
const screens = join(root, 'artifacts', 'screens')

/** A shell in a terminal of its own, with `iris` on its path: a tmux that nobody else uses. */
export interface Terminal {
  /** Types text as it is. */
  type(text: string): Promise<void>
  /** Presses keys by the names tmux has for them. */
  press(...keys: string[]): Promise<void>
  /** What is on the screen. */
  screen(): Promise<string>
  /** Keeps the screen under a name, for people to look at. */
  keep(name: string): Promise<void>
  /** Waits until the screen shows this; gives the screen. */
  shows(text: string | RegExp): Promise<string>
  /** Waits until the screen no longer shows this. */
  hides(text: string): Promise<void>
  resize(columns: number, rows: number): Promise<void>
  /** `1` while the second screen is up, `1` while the cursor shows. */
  modes(): Promise<{ isSecondScreen: boolean; hasCursor: boolean }>
  /** What the terminal was sent, colours included. */
  coloured(): Promise<string>
  end(): void
}

export interface TerminalOptions {
  home: string
  columns?: number
  rows?: number
  env?: Record<string, string>
}

/** Opens a terminal of 80 by 24. Without tmux this fails, it never skips. */
export async function openTerminal(options: TerminalOptions): Promise<Terminal> {
  const { home, columns = 80, rows = 24, env = {} } = options
  const folder = mkdtempSync(join(tmpdir(), 'iris-terminal-'))
  const tmux = async (...args: string[]): Promise<string> => {
    const command = ['-S', join(folder, 'socket'), '-f', '/dev/null', ...args]
    const { stdout } = await run('tmux', command, { env: personsEnvironment() })
    return stdout
  }
  const variables = { IRIS_HOME: home, HOME: home, PS1: '% ', ENV: '', ...env }
  const set = Object.entries(variables).flatMap(([name, value]) => ['-e', `${name}=${value}`])
  const size = ['-x', String(columns), '-y', String(rows)]
  await tmux('new-session', '-d', '-s', 'main', ...size, ...set, 'sh')
  await tmux('send-keys', '-t', 'main', '-l', `alias iris='${process.execPath} ${bin}'; clear`)
  await tmux('send-keys', '-t', 'main', 'Enter')
  const screen = (): Promise<string> => tmux('capture-pane', '-p', '-t', 'main')
  // What is typed before the screen is cleared would be gone with it.
  await expect.poll(async () => (await screen()).trim()).toMatch(/^[%#$]$/)
  return {
    type: async (text) => void (await tmux('send-keys', '-t', 'main', '-l', text)),
    press: async (...keys) => void (await tmux('send-keys', '-t', 'main', ...keys)),
    screen,
    async keep(name) {
      mkdirSync(screens, { recursive: true })
      writeFileSync(join(screens, `monitor-${name}.txt`), await screen())
    },
    async shows(text) {
      await expect.poll(screen).toMatch(typeof text === 'string' ? escaped(text) : text)
      return screen()
    },
    hides: (text) => expect.poll(screen).not.toContain(text),
    resize: async (x, y) =>
      void (await tmux('resize-window', '-t', 'main', '-x', String(x), '-y', String(y))),
    async modes() {
      const told = await tmux('display-message', '-p', '-t', 'main', '#{alternate_on}#{cursor_flag}')
      return { isSecondScreen: told.startsWith('1'), hasCursor: told.trim().endsWith('1') }
    },
    coloured: () => tmux('capture-pane', '-e', '-p', '-t', 'main'),
    end() {
      execFileSync('tmux', ['-S', join(folder, 'socket'), 'kill-server'])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The processes of `iris monitor` that look at a home. */
export function monitorsOf(home: string): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n')
  return rows
    .filter((row) => /^ *\d+ \S*node \S*iris\.js monitor/.test(row))
    .map((row) => Number.parseInt(row, 10))
    .filter((pid) => environmentOf(pid).includes(`IRIS_HOME=${home}\0`))
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8')
  } catch {
    // It ended since.
    return ''
  }
}

/** What a person at a terminal has: nothing that tells programs to be plain because a machine reads them. */
function personsEnvironment(): NodeJS.ProcessEnv {
  const machines = new Set(['CI', 'CONTINUOUS_INTEGRATION', 'NO_COLOR', 'FORCE_COLOR', 'COLORTERM', 'TMUX'])
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !machines.has(name)))
}

function escaped(text: string): RegExp {
  return new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
}
