import { IrisError } from '../../../contract/index.ts'
import type { RunningAgent } from '../../transport/index.ts'
import type { SessionsContext } from '../context.ts'

/** What the config says of teams has changed. */
export function takeConfig(context: SessionsContext): void {
  holdBack(context)
  // A budget may have been raised.
  goOn(context)
}

/** A limit may hold no longer: every queue looks by itself. */
export function goOn(context: SessionsContext): void {
  for (const { session } of context.rows.sessionsWithOpenTurns.all())
    context.deliverNext(context.live(session))
}

/** The config may have changed while nobody looked: every agent asks that must. */
export function holdBack(context: SessionsContext): void {
  for (const { agent } of context.pool.list()) holdBackOne(context, agent)
}

/** An agent that was started to ask nobody must ask as soon as its team no longer allows everything. */
export function holdBackOne(context: SessionsContext, agent: RunningAgent): void {
  const row = context.rows.agentById.get(agent.id)
  if (row?.bypasses !== 1 || context.team(row.team)?.grantPermission === 'yes') return
  void askAgain(context, agent)
}

/** One that cannot be told to ask is ended: what it may do is for the config to say. */
async function askAgain({ rows, logger }: SessionsContext, agent: RunningAgent): Promise<void> {
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
