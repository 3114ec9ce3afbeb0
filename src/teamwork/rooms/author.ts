import type { Caller } from '../../contract/index.ts'
import { folded, type Author } from '../../core/channels/index.ts'

/** What the person is called in rooms, the Iris agent, and what the daemon tells. */
export const personName = 'user'
export const irisName = 'iris'
export const daemonName = 'irisd'

/** Who speaks, as its token says. Whoever a worker is, it cannot pass for the person, for Iris or for a team. */
export function authorOf(caller: Caller, teams: ReadonlyMap<string, unknown>): Author {
  const { kind, name, session, delegate, seat } = caller
  if (delegate) return { name: personName, kind: 'delegate', via: delegate.name }
  if (kind === 'human') return { name: personName, kind: 'person' }
  if (seat) return { name: seat.name, kind: 'agent' }
  if (session !== undefined || caller.task === undefined) return { name, kind: 'agent' }
  return { name: workerName(name, teams), kind: 'worker' }
}

function workerName(name: string, teams: ReadonlyMap<string, unknown>): string {
  const plain = name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
  const taken = [personName, irisName, daemonName, ...teams.keys()].map(folded)
  return taken.includes(folded(plain)) ? `worker-${plain}` : plain
}
