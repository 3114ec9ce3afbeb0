import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** One living process as the system lists it. */
export interface ProcessRow {
  pid: number
  parent: number
  group: number
  session: number
  /** When it was started, in ticks of the system; 0 where that is not told. */
  start: number
  identity: string
}

/** Every living process (zombies left out), read at one moment. */
export function processTable(): ProcessRow[] {
  if (process.platform !== 'linux') return psRows(['-A'])
  const boot = bootId()
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => statRow(Number(pid), boot) ?? [])
}

/** One process, or undefined when it is gone or a zombie. */
export function processRow(pid: number): ProcessRow | undefined {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
  return process.platform === 'linux' ? statRow(pid, bootId()) : psRows(['-p', String(pid)])[0]
}

/** When a process was started, in the ticks in which the system counts; also of one that has ended and is not yet forgotten. */
export function startOf(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  const start = fieldsOf(pid)[19]
  return start === undefined ? undefined : Number(start)
}

function statRow(pid: number, boot: string): ProcessRow | undefined {
  const fields = fieldsOf(pid)
  const [state, parent, group, session] = fields
  const startTime = fields[19]
  if (startTime === undefined || state === 'Z' || state === 'X') return undefined
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    start: Number(startTime),
    identity: `${pid}@${startTime}.${boot}`,
  }
}

function fieldsOf(pid: number): string[] {
  const text = readProc(`/proc/${pid}/stat`)
  // The name in parentheses may itself hold spaces and parentheses; fields are counted after the last one.
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** Which start of the machine this is. */
export function bootId(): string {
  return readProc('/proc/sys/kernel/random/boot_id').slice(0, 8)
}

function readProc(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    // The process went while we looked, which is the same as not being listed.
    return ''
  }
}

function psRows(selection: string[]): ProcessRow[] {
  return psOutput([...selection, '-o', 'pid=,ppid=,pgid=,stat=,lstart='])
    .split('\n')
    .flatMap((line) => {
      const [pid, parent, group, state, ...start] = line.trim().split(/\s+/)
      if (!pid || state === undefined || state.startsWith('Z')) return []
      const identity = `${pid}@${start.join('-')}`
      return [
        { pid: Number(pid), parent: Number(parent), group: Number(group), session: 0, start: 0, identity },
      ]
    })
}

function psOutput(args: string[]): string {
  try {
    return execFileSync('ps', args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 10_000,
    })
  } catch {
    // ps exits with 1 when no process matches.
    return ''
  }
}
