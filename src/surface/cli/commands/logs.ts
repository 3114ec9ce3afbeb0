import { closeSync, existsSync, openSync, readSync, statSync, watch } from 'node:fs'
import { dirname } from 'node:path'
import { exitCodes, homeFiles, IrisError } from '../../../contract/plain.ts'
import { harmlessLine } from '../../../platform/lib/index.ts'
import type { CommandContext } from '../command.ts'

const maxRead = 1024 * 1024
const levels: Record<number, string> = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' }

/** The newest lines of the daemon's log, and with `--follow` the ones that come. */
export async function logs(
  context: CommandContext,
  options: { lines: string; follow?: boolean },
): Promise<number> {
  const path = homeFiles(context.environment.home).log
  if (!existsSync(path)) throw new IrisError('NOT_FOUND', `There is no log yet at ${path}.`)
  const wanted = Number(options.lines)
  if (!Number.isInteger(wanted) || wanted < 0) throw new IrisError('USAGE', '--lines takes a whole number.')
  const size = statSync(path).size
  const text = readFrom(path, Math.max(0, size - maxRead))
  for (const line of text
    .split('\n')
    .filter(Boolean)
    .slice(-wanted || Infinity))
    print(context, line)
  if (options.follow) await follow(path, size, (line) => print(context, line))
  return exitCodes.ok
}

function readFrom(path: string, start: number): string {
  const file = openSync(path, 'r')
  try {
    const buffer = Buffer.alloc(Math.min(maxRead, Math.max(0, statSync(path).size - start)))
    return buffer.subarray(0, readSync(file, buffer, 0, buffer.length, start)).toString('utf8')
  } finally {
    closeSync(file)
  }
}

function follow(path: string, from: number, onLine: (line: string) => void): Promise<never> {
  let offset = from
  let rest = ''
  watch(dirname(path), () => {
    const size = existsSync(path) ? statSync(path).size : 0
    if (size < offset) offset = 0
    const lines = (rest + readFrom(path, offset)).split('\n')
    offset = size
    rest = lines.pop() ?? ''
    for (const line of lines.filter(Boolean)) onLine(line)
  })
  return new Promise(() => undefined)
}

function print({ output }: CommandContext, line: string): void {
  if (output.json) return output.text(`${harmlessLine(line)}\n`)
  const entry = parse(line)
  if (!entry) return output.line(line)
  const { level, time, msg, ...fields } = entry
  const name = levels[Number(level)] ?? String(level)
  const colour = name === 'error' || name === 'fatal' ? 'red' : name === 'warn' ? 'yellow' : 'dim'
  const rest = Object.entries(fields).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  output.line(
    `${output.paint('dim', String(time).slice(11, 23))} ${output.paint(colour, name.padEnd(5))} ${String(msg)} ${rest.join(' ')}`,
  )
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    const entry: unknown = JSON.parse(line)
    return typeof entry === 'object' && entry ? { ...entry } : undefined
  } catch {
    // The daemon's last words before a crash may not be JSON; they are shown as they are.
    return undefined
  }
}
