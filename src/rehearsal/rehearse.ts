import { parseArgs } from 'node:util'
import { IrisError } from '../contract/index.ts'
import { messageOf } from '../platform/lib/index.ts'
import { loadPlaybook } from './playbook-parser.ts'
import type { RecordedRequest } from './record.ts'
import { startRehearsal, type Rehearsal } from './rehearsal.ts'

/** Runs a command with variables added to its environment; resolves with its exit code. */
type RunCommand = (
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<number>

/** What the command `iris rehearse` is given by its process. */
export interface RehearseDeps {
  args: readonly string[]
  print: (line: string) => void
  /** Where lines go while standard output belongs to the command that runs. */
  note: (line: string) => void
  /** Ends the rehearsal. */
  signal: AbortSignal
  runCommand: RunCommand
}

/** `iris rehearse <playbook> [--port n] [--json] [-- command …]`; resolves with the exit code. */
export async function rehearse(deps: RehearseDeps): Promise<number> {
  const { path, port, json, command } = readArgs(deps.args)
  const { runCommand, signal } = deps
  const rehearsal = await startRehearsal({ playbook: await loadPlaybook(path), port })
  const print = command.length > 0 ? deps.note : deps.print
  const telling = rehearsal.requests$.subscribe((request) =>
    print(json ? JSON.stringify({ type: 'request', rehearsed: true, ...request }) : requestLine(request)),
  )
  try {
    print(json ? readyObject(rehearsal) : readyText(rehearsal))
    if (command.length > 0) return await runCommand(command, rehearsal.env(), signal)
    await aborted(signal)
    return 0
  } finally {
    telling.unsubscribe()
    await rehearsal.close()
  }
}

interface Args {
  path: string
  port: number
  json: boolean
  command: readonly string[]
}

function readArgs(args: readonly string[]): Args {
  const end = args.indexOf('--')
  const own = end === -1 ? args : args.slice(0, end)
  const { values, positionals } = parse(own)
  const [path, ...more] = positionals
  if (path === undefined) throw usage('Name a playbook: iris rehearse <playbook>.')
  if (more.length > 0) throw usage(`One playbook at a time; what is "${more[0]}"? A command goes after --.`)
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw usage(`--port takes a number from 0 to 65535, not "${values.port}".`)
  }
  return { path, port, json: values.json, command: end === -1 ? [] : args.slice(end + 1) }
}

function parse(args: readonly string[]): { values: { port: string; json: boolean }; positionals: string[] } {
  try {
    return parseArgs({
      args: [...args],
      options: { port: { type: 'string', default: '0' }, json: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
  } catch (cause) {
    throw usage(messageOf(cause), cause)
  }
}

function usage(message: string, cause?: unknown): IrisError {
  return new IrisError('USAGE', message, { cause })
}

function readyObject(rehearsal: Rehearsal): string {
  const { url, playbook } = rehearsal
  const env = rehearsal.env()
  return JSON.stringify({ type: 'ready', rehearsed: true, playbook: playbook.name, url, env })
}

function readyText(rehearsal: Rehearsal): string {
  const { url, playbook } = rehearsal
  const variables = Object.entries(rehearsal.env()).map(([name, value]) => `  export ${name}='${value}'`)
  return [
    `Rehearsal (scripted, not a model): ${playbook.name}`,
    `  ${url}`,
    '',
    ...variables,
    '',
    'One line per request follows. Stop with Ctrl+C.',
  ].join('\n')
}

function requestLine({ number, kind, line, agent, model, summary }: RecordedRequest): string {
  const who = agent === 'sub' ? `${model} (sub)` : model
  return `rehearsed #${number}  ${answeredBy(kind, line)}  ${who}  ${summary}`
}

function answeredBy(kind: RecordedRequest['kind'], line: RecordedRequest['line']): string {
  if (kind !== 'turn') return `${kind} (no line needed)`
  return line ? `line ${line.position} (row ${line.row})` : 'no line fits'
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    // An abort signal does not keep the process alive; the listening socket does.
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
