import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** One line the CLI printed. */
export interface CliEvent {
  type: string
  subtype?: string
  [field: string]: unknown
}

/** What the CLI is started with. */
export interface ClaudeOptions {
  /** Added to PATH and the two folders, which are all the CLI inherits. */
  env: Readonly<Record<string, string>>
  cwd?: string
  args?: readonly string[]
  /** Another CLI than the one in node_modules. */
  cli?: string
}

/** The genuine Claude Code CLI, running in folders of its own. */
export interface Claude {
  pid: number
  /** The folder that holds its home, its own files and, unless another was named, its project. */
  root: string
  cwd: string
  /** Everything printed so far. */
  events: readonly CliEvent[]
  say(text: string): void
  /** Writes one line of stream-json. */
  write(line: object): void
  /** The first event after the last one taken that fits; rejects when the CLI ends first. */
  next(fits: (event: CliEvent) => boolean): Promise<CliEvent>
  /** The result of the turn. */
  result(): Promise<CliEvent>
  /** Ends the CLI's input and gives its exit code. */
  end(): Promise<number | null>
  /** Ends the CLI and everything it started, and removes its folders; may be called twice. */
  close(): Promise<void>
}

// Another version of the CLI is checked by naming it here.
const installed =
  process.env['IRIS_TEST_CLAUDE'] ?? fileURLToPath(new URL('../../node_modules/.bin/claude', import.meta.url))

// Root may not skip permissions, so the tools are allowed by name.
const usualArgs = [
  '-p',
  '--verbose',
  '--input-format=stream-json',
  '--output-format=stream-json',
  '--setting-sources=',
  '--model=claude-sonnet-4-5',
  '--permission-mode=acceptEdits',
  '--allowedTools=Bash Edit Read Write',
]

/** Starts the CLI from node_modules with an empty home, reading and writing stream-json. */
export function startClaude(options: ClaudeOptions): Claude {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'iris-claude-')))
  const cli = options.cli ?? installed
  const cwd = options.cwd ?? join(root, 'project')
  for (const folder of ['home', 'config', 'project']) mkdirSync(join(root, folder))
  const child = spawn(cli, [...usualArgs, ...(options.args ?? [])], {
    cwd,
    env: {
      PATH: process.env['PATH'],
      HOME: join(root, 'home'),
      CLAUDE_CONFIG_DIR: join(root, 'config'),
      ...options.env,
    },
  })
  const pid = child.pid
  if (pid === undefined) throw new Error(`could not start ${cli}`)
  const events: CliEvent[] = []
  const arrivals = new Set<() => void>()
  let complaint = ''
  let taken = 0
  let ended = false
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    events.push(JSON.parse(line) as CliEvent)
    for (const arrived of arrivals) arrived()
  })
  lines.on('close', () => {
    ended = true
    for (const arrived of arrivals) arrived()
  })
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  // Writing to a CLI that has gone is told by `next`.
  child.stdin.on('error', () => undefined)
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))

  function write(line: object): void {
    child.stdin.write(`${JSON.stringify(line)}\n`)
  }

  async function next(fits: (event: CliEvent) => boolean): Promise<CliEvent> {
    for (;;) {
      while (taken < events.length) {
        const event = events[taken++]!
        if (fits(event)) return event
      }
      if (ended) throw new Error(`the CLI ended: ${complaint}\n${JSON.stringify(events.at(-1))}`)
      await new Promise<void>((resolve) => {
        const arrived = (): void => {
          arrivals.delete(arrived)
          resolve()
        }
        arrivals.add(arrived)
      })
    }
  }

  return {
    pid,
    root,
    cwd,
    events,
    say: (text) => write({ type: 'user', message: { role: 'user', content: text }, uuid: randomUUID() }),
    write,
    next,
    result: () => next((event) => event.type === 'result'),
    async end() {
      child.stdin.end()
      return exited
    },
    async close() {
      if (child.exitCode === null && child.signalCode === null) {
        for (const member of [...descendants(pid), pid]) end(member)
      }
      await exited
      rmSync(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** The CLI's tools run in sessions of their own, so its process group does not reach them. */
function descendants(root: number): number[] {
  const table = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number))
  const found = [root]
  for (const parent of found) {
    for (const [pid, itsParent] of table) if (itsParent === parent && pid !== undefined) found.push(pid)
  }
  return found.slice(1)
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Gone meanwhile.
  }
}
