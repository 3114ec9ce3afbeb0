import { IrisError } from '../../contract/index.ts'
import type { RunningAgent } from '../transport/index.ts'
import type { World } from './world.ts'

/** The config has changed, or may have while nobody looked: every agent asks that must. */
export function holdBack(world: World): void {
  for (const { agent } of world.pool.list()) holdBackOne(world, agent)
}

/** An agent that was started to ask nobody must ask as soon as its team no longer allows everything. */
export function holdBackOne(world: World, agent: RunningAgent): void {
  const row = world.rows.agentById.get(agent.id)
  if (row?.bypasses !== 1 || world.team(row.team)?.grantPermission === 'yes') return
  void askAgain(world, agent)
}

/** One that cannot be told to ask is ended: what it may do is for the config to say. */
async function askAgain({ rows, logger }: World, agent: RunningAgent): Promise<void> {
  try {
    await agent.setPermissionMode('default')
    rows.setAsking.run(agent.id)
  } catch (error) {
    // It is told again when it is taken up again.
    if (error instanceof IrisError && error.code === 'PIPE_CLOSED') return
    logger.warn('an agent could not be told to ask, and is ended', { agent: agent.id, err: error })
    await agent
      .close({ graceMs: 0 })
      .catch((late: unknown) =>
        logger.error('an agent that asks nobody did not end', { agent: agent.id, err: late }),
      )
  }
}
