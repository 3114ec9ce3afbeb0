import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { LeftAgent } from '../../core/transport/index.ts'

export type { LeftAgent }

/** The agents of this home whose processes run, without asking or starting anybody. */
export async function leftAgents(home: string): Promise<LeftAgent[]> {
  // What reads the records is loaded only where there can be any.
  if (!existsSync(join(home, 'pipe'))) return []
  const transport = await import('../../core/transport/index.ts')
  return transport.leftAgents(home)
}

/** Ends them without a daemon; the next one finds their turns stopped. Gives those that would not go. */
export async function endLeftAgents(home: string): Promise<LeftAgent[]> {
  const transport = await import('../../core/transport/index.ts')
  return transport.endLeftAgents(home)
}
