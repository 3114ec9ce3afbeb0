import { readFileSync } from 'node:fs'
import type { Clock } from '../clock/index.ts'
import { processIdentity } from './identity.ts'
import { processTable, type ProcessRow } from './table.ts'

const pollMs = 40
const killRounds = 25

/** How a tree is ended. */
export interface EndTreeOptions {
  /** How long the root may take to leave by itself after SIGTERM. */
  graceMs: number
  clock: Clock
  /** The identity the root must have; a process that merely reuses its pid is left alone. */
  identity?: string
  /** `NAME=value` in the environment of members that nothing else connects to the root (Linux). */
  mark?: string
}

/** Every living descendant of `pid`, also in other sessions and process groups; `pid` itself is left out. */
export function descendants(pid: number): number[] {
  return members(processTable(), new Set([pid]))
    .map((row) => row.pid)
    .filter((member) => member !== pid)
}

/** Ends a process and all its descendants; resolves with the pids that would not go (normally none). */
export async function endTree(pid: number, options: EndTreeOptions): Promise<number[]> {
  const root = options.identity ?? processIdentity(pid)
  const seen: Seen = new Map([[pid, root]])
  const look = (): ProcessRow[] => lookAgain(seen, options.mark)
  const rootLives = (): boolean => look().some((row) => row.identity === root)

  if (rootLives()) send(pid, 'SIGTERM')
  const deadline = options.clock.now() + options.graceMs
  while (rootLives() && options.clock.now() < deadline) await pause(options.clock)
  return killRest(look, options.clock)
}

async function killRest(look: () => ProcessRow[], clock: Clock): Promise<number[]> {
  let left = look()
  for (let round = 0; round < killRounds && left.length > 0; round += 1) {
    for (const row of left) send(row.pid, 'SIGKILL')
    await pause(clock)
    left = look()
  }
  return left.map((row) => row.pid)
}

/** The members known so far with their identities; undefined for a root that was dead from the start. */
type Seen = Map<number, string | undefined>

/** Members alive now. `seen` keeps those of earlier looks, so children of a parent that died meanwhile stay ours. */
function lookAgain(seen: Seen, mark: string | undefined): ProcessRow[] {
  const table = processTable()
  const alive = new Map(table.map((row) => [row.pid, row.identity]))
  for (const [pid, identity] of seen) {
    // A newcomer under a reused pid is not ours, nor are its children.
    if (alive.has(pid) && alive.get(pid) !== identity) seen.delete(pid)
  }
  const found = members(table, new Set([...seen.keys(), ...marked(table, mark)]))
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

function marked(table: ProcessRow[], mark: string | undefined): number[] {
  if (mark === undefined || process.platform !== 'linux') return []
  return table.filter((row) => environmentOf(row.pid).includes(mark)).map((row) => row.pid)
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
