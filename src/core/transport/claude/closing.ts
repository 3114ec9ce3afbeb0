import { IrisError } from '../../../contract/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import type { AgentExit, Pipe } from '../pipe/index.ts'

// SIGINT makes the CLI end its tools and report the broken turn, which takes it up to two seconds.
const interruptMs = 3000
const terminateMs = 1000
const lastWordMs = 10_000

interface Closing {
  pipe: Pipe
  clock: Clock
  id: string
  exited: () => Promise<AgentExit>
}

/** Ends an agent: no more input, then an interrupt, then the whole tree. Each step is taken only if the one before did not do. */
export async function closeAgent(closing: Closing, graceMs: number): Promise<AgentExit> {
  const { pipe, id } = closing
  await pipe.closeStdin(id)
  const left = graceMs > 0 && (await leaves(closing, graceMs))
  if (graceMs > 0 && !left && (await pipe.signal(id, 'SIGINT'))) await leaves(closing, interruptMs)
  // Also after a willing exit: the agent may have left commands behind.
  await pipe.end(id, { graceMs: terminateMs })
  const exit = await leaves(closing, lastWordMs)
  if (exit) return exit
  throw new IrisError('AGENT_DID_NOT_END', `${id} is still running although it was killed.`)
}

/** The exit, or undefined when it takes longer. */
async function leaves({ clock, exited }: Closing, ms: number): Promise<AgentExit | undefined> {
  let cancel = (): void => {}
  const late = new Promise<undefined>((resolve) => {
    cancel = clock.after(ms, () => resolve(undefined))
  })
  try {
    return await Promise.race([exited(), late])
  } finally {
    cancel()
  }
}
