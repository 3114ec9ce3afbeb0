import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connectPipe } from '../../src/core/transport/index.ts'

/** Whom a kill hits. */
export type Victim = 'daemon' | 'pipe' | 'agent' | 'all'

/** kill -9 of what a home has beside its daemon: iris-pipe, the agents that live then, or both. */
export async function killBeside(home: string, victim: Victim): Promise<void> {
  const agents = victim === 'agent' || victim === 'all' ? agentPids(home) : []
  if (victim === 'pipe' || victim === 'all') await killPipe(home)
  for (const pid of agents) end(pid)
}

async function killPipe(home: string): Promise<void> {
  const pipe = await connectPipe({ home, start: false, env: {} }).catch(() => undefined)
  if (!pipe) return
  const { pid } = await pipe.hello()
  process.kill(pid, 'SIGKILL')
  await pipe.closed
}

/** Ends iris-pipe with its agents once the daemon of its home is gone; also one that the daemon had just begun to start. */
export async function endPipe(home: string): Promise<void> {
  for (;;) {
    const pipe = await connectPipe({ home, start: false, env: {} }).catch(() => undefined)
    // It may be leaving just now.
    await pipe?.shutdown().catch(() => undefined)
    const left = pidsWith((command) => command.includes('pipe/main') && command.includes(home))
    if (left.length === 0) return
    await pause(20)
  }
}

/** The processes of the agents of a home that are started by its own program, `claude`. */
export function agentPids(home: string): number[] {
  return pidsWith((command) => command.includes(join(home, 'claude')))
}

function pidsWith(isWanted: (command: string) => boolean): number[] {
  return readdirSync('/proc').flatMap((name) =>
    /^\d+$/.test(name) && isWanted(commandOf(name)) ? [Number(name)] : [],
  )
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    // It has ended meanwhile.
    return ''
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // So had this one.
  }
}
