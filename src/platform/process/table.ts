import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** One living process as the system lists it. */
export interface ProcessRow {
  pid: number
  parent: number
  group: number
  session: number
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

function statRow(pid: number, boot: string): ProcessRow | undefined {
  const text = readProc(`/proc/${pid}/stat`)
  // The name in parentheses may itself hold spaces and parentheses; fields are counted after the last one.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [state, parent, group, session] = fields
  const startTime = fields[19]
  if (startTime === undefined || state === 'Z' || state === 'X') return undefined
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    identity: `${pid}@${startTime}.${boot}`,
  }
}

function bootId(): string {
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
      return [{ pid: Number(pid), parent: Number(parent), group: Number(group), session: 0, identity }]
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
