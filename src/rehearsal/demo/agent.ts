import { createInterface } from 'node:readline'
import { newId, type AgentId, type SessionId } from '../../contract/index.ts'
import type { EventLog } from '../../core/store/index.ts'
import { systemClock } from '../../platform/clock/index.ts'
import { endTree, startProcess, type Environment } from '../../platform/process/index.ts'

/** What the demo's agent is told and how it is started. */
export interface DemoAgentOptions {
  claude: string
  cwd: string
  env: Environment
  model: string
  message: string
  log: EventLog
  /** Ends the agent before it is done. */
  signal: AbortSignal
}

const stopAfter = 120_000

/** Runs one turn of the genuine Claude Code CLI; every line it prints becomes an event. Resolves with its exit code. */
export async function runAgent(options: DemoAgentOptions): Promise<number | null> {
  const { log, cwd, env } = options
  const subject: { agent: AgentId; session: SessionId } = { agent: newId('agt'), session: newId('ses') }
  const args = argumentsFor(options.model)
  const child = await startProcess({ command: options.claude, args, cwd, env })
  const end = (): void => void endTree(child.pid, { graceMs: 2000, clock: systemClock })
  options.signal.addEventListener('abort', end, { once: true })
  const cancel = systemClock.after(stopAfter, end)
  const command = ['claude', ...args]
  log.write((append) =>
    append({ type: 'agent.started', ...subject, data: { team: 'demo', pid: child.pid, command } }),
  )

  const recorded: Promise<unknown>[] = []
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    recorded.push(log.enqueue({ type: 'agent.printed', ...subject, data: { line } }))
    if (isResult(line)) child.stdin.end()
  })
  child.stdin.write(
    `${JSON.stringify({ type: 'user', message: { role: 'user', content: options.message } })}\n`,
  )
  const [exit] = await Promise.all([child.exited, new Promise((resolve) => lines.once('close', resolve))])
  cancel()
  options.signal.removeEventListener('abort', end)
  await Promise.all(recorded)
  log.write((append) =>
    append({ type: 'agent.exited', ...subject, data: { code: exit.code, signal: exit.signal } }),
  )
  return exit.code
}

function argumentsFor(model: string): string[] {
  const streams = ['-p', '--verbose', '--input-format', 'stream-json', '--output-format', 'stream-json']
  const permissions = ['--permission-mode', 'acceptEdits', '--allowedTools', 'Read Edit Bash(node --test)']
  return [...streams, ...permissions, '--setting-sources', '', '--model', model]
}

function isResult(line: string): boolean {
  return line.includes('"result"') && field(line, 'type') === 'result'
}

function field(line: string, name: string): unknown {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value ? new Map(Object.entries(value)).get(name) : undefined
  } catch {
    // Not JSON: recorded as it is, and without meaning for the demo.
    return undefined
  }
}
