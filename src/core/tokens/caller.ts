import { IrisError, type Caller, type Identity } from '../../contract/index.ts'

/** A person is `user`; an agent speaks for the team its token names. */
export function callerOf(identity: Identity): Caller {
  const { role, team, session } = identity
  if (role === 'iris') throw new IrisError('FORBIDDEN', 'The Iris agent has its own tools and no others.')
  if (role !== 'agent') return { name: 'user', kind: 'human' }
  if (!team) throw new IrisError('FORBIDDEN', 'This token names no team.')
  return { name: team, kind: 'agent', ...(session ? { session } : {}) }
}

/** A person may speak for any team, an agent only for its own. */
export function speakFor(caller: Caller, fromTeam: string | undefined): Caller {
  if (fromTeam === undefined || fromTeam === caller.name) return caller
  if (caller.kind === 'human') return { ...caller, name: fromTeam }
  throw new IrisError('CALLER_REFUSED', `${caller.name} may not speak for ${fromTeam.slice(0, 80)}.`)
}
