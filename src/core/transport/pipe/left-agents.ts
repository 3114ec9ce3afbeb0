import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { agentMark } from '../../../contract/plain.ts'
import { systemClock } from '../../../platform/clock/index.ts'
import { endTree, isSameProcessAlive, pidOf } from '../../../platform/process/index.ts'
import type { Pipe } from './client.ts'
import { connectPipe } from './connect.ts'
import { createRecords } from './records.ts'

const answersWithin = 3000
const graceMs = 3000

/** An agent whose process runs, whether or not anybody listens to it. */
export interface LeftAgent {
  agent: string
  /** By what people know it; null when an older Iris started it. */
  team: string | null
  pid: number
}

/** The agents of a home that run, as their records and the system tell it: neither a daemon nor a pipe is needed. */
export function leftAgents(home: string): LeftAgent[] {
  const folder = join(home, 'pipe')
  if (!existsSync(folder)) return []
  const records = createRecords(folder)
  return records.ids().flatMap((id) => {
    const { identity, label } = records.readAgent(id) ?? {}
    const isRunning = identity !== undefined && !records.readExit(id) && isSameProcessAlive(identity)
    return isRunning ? [{ agent: id, team: label ?? null, pid: pidOf(identity) }] : []
  })
}

/** Ends them for a person: by the pipe, which is ended too, or without it when it does not answer. Gives those that stay. */
export async function endLeftAgents(home: string): Promise<LeftAgent[]> {
  const pipe = await connectPipe({ home, start: false, env: {}, timeoutMs: answersWithin }).catch(
    () => undefined,
  )
  if (pipe) await endBy(pipe)
  for (const { agent } of leftAgents(home)) await endWithoutPipe(home, agent)
  return leftAgents(home)
}

async function endBy(pipe: Pipe): Promise<void> {
  const cancel = systemClock.after(answersWithin + graceMs, () => pipe.close())
  try {
    const running = (await pipe.list()).filter(({ exit }) => !exit)
    await Promise.all(running.map(({ id }) => pipe.end(id, { graceMs, why: 'stopped' })))
    await pipe.shutdown()
  } catch {
    // It went, or does not answer any more: what it leaves is ended without it.
  } finally {
    cancel()
    pipe.close()
  }
}

/** The next pipe finds the exit recorded and leaves it so. */
async function endWithoutPipe(home: string, id: string): Promise<void> {
  const records = createRecords(join(home, 'pipe'))
  const { identity, mark } = records.readAgent(id) ?? {}
  if (identity === undefined) return
  const marked = mark ? { mark: `${agentMark}=${mark}` } : {}
  const left = await endTree(pidOf(identity), { graceMs, clock: systemClock, identity, ...marked })
  if (left.length > 0) return
  records.writeExit(id, { how: 'exited', code: null, signal: null, at: systemClock.now(), why: 'stopped' })
}
