import type { Live } from './world.ts'

/** Ends the process of a session; a new one waits until it is gone. */
export function endAgent(live: Live, options: { graceMs: number }): Promise<void> {
  const pooled = live.world.pool.get(live.id)
  if (!pooled) return Promise.resolve()
  live.world.pool.remove(pooled.agent.id)
  const ended = pooled.agent
    .close(options)
    .then(() => undefined)
    .catch((error: unknown) =>
      live.world.logger.warn('agent did not end', { agent: pooled.agent.id, err: error }),
    )
  live.ending = Promise.all([live.ending, ended])
  return ended
}
