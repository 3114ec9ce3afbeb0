import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

export interface Ran {
  code: number | null
  stdout: string
  stderr: string
}

export interface SpawnOptions {
  env?: Record<string, string>
  terminal?: boolean
  /** How wide the terminal is. */
  columns?: number
}

/** Starts the built `iris` with this home; the caller ends it, and its stdin if it reads any. */
export function spawnIris(
  home: string,
  args: string[],
  { env = {}, terminal = false, columns }: SpawnOptions = {},
): ChildProcess {
  const command = [process.execPath, join(root, 'bin', 'iris.js'), ...args]
  const sized = columns === undefined ? command : ['stty', 'cols', String(columns), ';', ...command]
  // script(1) gives its command a terminal of its own.
  const [program = '', ...words] = terminal ? ['script', '-qec', sized.join(' '), '/dev/null'] : command
  const child = spawn(program, words, {
    env: { ...process.env, IRIS_HOME: home, HOME: home, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  // That it went before it took a key is told by its end.
  child.stdin.on('error', () => undefined)
  return child
}

/** Runs the built `iris` to its end. */
export function iris(home: string, args: string[], env: Record<string, string> = {}): Promise<Ran> {
  return ranOf(spawnIris(home, args, { env }))
}

/** What a started `iris` printed until its end, and its exit code. */
export async function ranOf(child: ChildProcess): Promise<Ran> {
  let stdout = ''
  let stderr = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk))
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout, stderr }
}
