import type { LiveSession, SessionsContext } from '../context.ts'
import { noteConnection } from '../listening/connecting.ts'
import { isBusy, letGo } from '../live-session.ts'
import { sleep } from './on-request.ts'
import { endForStop } from './stopping.ts'

/** What becomes of agents at work when the daemon stops. */
export type AtWork = 'kept' | 'ended'

/** Ends the agents that have nothing to do and lets go of the others. */
export async function letGoOf(lives: readonly LiveSession[], atWork: AtWork): Promise<void> {
  await Promise.all(lives.map((one) => leave(one, atWork)))
  for (const one of lives) letGo(one)
}

async function leave(live: LiveSession, atWork: AtWork): Promise<void> {
  if (!isBusy(live)) await sleep(live)
  else if (atWork === 'ended') await endForStop(live)
}

/** Iris listens elsewhere than when its agents were started. */
export async function noteMoved({ pool, live }: SessionsContext): Promise<void> {
  const atWork = pool.list().filter(({ session }) => isBusy(live(session)))
  const atRest = pool.list().filter((pooled) => !atWork.includes(pooled))
  for (const { session, agent } of atWork) noteConnection(live(session), agent.id, 'moved')
  await Promise.all(atRest.map(({ session }) => sleep(live(session))))
}
