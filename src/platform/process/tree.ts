import { readFileSync } from 'node:fs'
import type { Clock } from '../clock/index.ts'
import { isSameProcessAlive, processIdentity } from './identity.ts'
import { processTable, type ProcessRow } from './table.ts'

const pollMs = 20
// A look at every process costs milliseconds; while a root takes its time, only the root is polled closely.
const pollsPerLook = 10
const killRounds = 50

/** How a tree is ended. */
export interface EndTreeOptions {
  /** How long the root may take to leave by itself after SIGTERM. */
  graceMs: number
  clock: Clock
  /** The identity the root must have; a process that merely reuses its pid is left alone. */
  identity?: string
  /** `NAME=value` in the environment of members that nothing else connects to the root (Linux). */
  mark?: string
  /** When the first that carries the mark was started, in ticks: nobody older carries it. */
  since?: number
  /** SIGTERM goes to every member, not to the root alone, and all have the grace. */
  everyone?: true
}

/** Every living descendant of `pid`, also in other sessions and process groups; `pid` itself is left out. */
export function descendants(pid: number): number[] {
  return members(processTable(), new Set([pid]))
    .map((row) => row.pid)
    .filter((member) => member !== pid)
}

/**
 * Ends a process and all its descendants; resolves with the pids that would not go (normally none).
 * A root that has gone already is no obstacle: what is left of its group, session and mark is ended.
 */
export async function endTree(pid: number, options: EndTreeOptions): Promise<number[]> {
  const root = options.identity ?? processIdentity(pid)
  const seen: Seen = new Map(pid > 1 ? [[pid, root]] : [])
  // Timers of a clock let a process exit; one that is about to end others must not leave half way.
  const stayAlive = setInterval(() => {}, 60_000)
  try {
    if (!options.everyone) look(seen)
    if (options.everyone) await allGone(seen, options)
    else if (root !== undefined && isSameProcessAlive(root)) {
      send(pid, 'SIGTERM')
      await rootGone(root, seen, options)
    }
    return await killRest(seen, options)
  } finally {
    clearInterval(stayAlive)
  }
}

async function rootGone(root: string, seen: Seen, { clock, graceMs }: EndTreeOptions): Promise<void> {
  const deadline = clock.steady() + graceMs
  for (let poll = 1; isSameProcessAlive(root) && clock.steady() < deadline; poll += 1) {
    await pause(clock)
    if (poll % pollsPerLook === 0) look(seen)
  }
}

/** Each is asked once, also one that is started meanwhile. */
async function allGone(seen: Seen, options: EndTreeOptions): Promise<void> {
  const { clock, graceMs } = options
  const deadline = clock.steady() + graceMs
  const asked = new Set<string>()
  for (
    let left = look(seen, options);
    left.length > 0 && clock.steady() < deadline;
    left = look(seen, options)
  ) {
    for (const { pid, identity } of left.filter((row) => !asked.has(row.identity))) {
      asked.add(identity)
      send(pid, 'SIGTERM')
    }
    await pause(clock)
  }
}

async function killRest(seen: Seen, options: EndTreeOptions): Promise<number[]> {
  let left = look(seen, options)
  for (let round = 0; round < killRounds && left.length > 0; round += 1) {
    for (const row of left) send(row.pid, 'SIGKILL')
    await pause(options.clock)
    left = look(seen, options)
  }
  return left.map((row) => row.pid)
}

/** The members known so far with their identities; undefined for a root that was dead from the start. */
type Seen = Map<number, string | undefined>

/** Members alive now. `seen` keeps those of earlier looks, so children of a parent that died meanwhile stay ours. */
function look(seen: Seen, marking: Pick<EndTreeOptions, 'mark' | 'since'> = {}): ProcessRow[] {
  const table = processTable()
  const alive = new Map(table.map((row) => [row.pid, row.identity]))
  for (const [pid, identity] of seen) {
    // A newcomer under a reused pid is not ours, nor are its children.
    if (alive.has(pid) && alive.get(pid) !== identity) seen.delete(pid)
  }
  const found = members(table, new Set([...seen.keys(), ...marked(table, marking)]))
  for (const row of found) seen.set(row.pid, row.identity)
  return found
}

/** The rows of `ours` and of everything that descends from them by parent, process group or session. */
function members(table: ProcessRow[], ours: Set<number>): ProcessRow[] {
  const known = new Set(ours)
  for (let before = -1; before !== known.size;) {
    before = known.size
    for (const row of table) {
      const related = known.has(row.parent) || known.has(row.group) || known.has(row.session)
      if (related && row.pid !== process.pid) known.add(row.pid)
    }
  }
  return table.filter((row) => known.has(row.pid))
}

function marked(table: ProcessRow[], { mark, since = 0 }: Pick<EndTreeOptions, 'mark' | 'since'>): number[] {
  if (mark === undefined || process.platform !== 'linux') return []
  return table
    .filter(({ pid, start }) => start >= since && environmentOf(pid).includes(mark))
    .map(({ pid }) => pid)
}

function environmentOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  } catch {
    // Gone meanwhile, or another user's: not ours either way.
    return []
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Gone meanwhile, or not ours to signal; the next look tells which.
  }
}

function pause(clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    clock.after(pollMs, resolve)
  })
}
