import {
  IrisError,
  type AgentId,
  type Caller,
  type CallerSeat,
  type Identity,
  type SessionId,
  type TaskId,
} from '../../contract/index.ts'
import type { AgentSecrets } from './agent-secrets.ts'
import type { Tokens } from './tokens.ts'

/** Finds who is calling from the secret they show. */
export type Identify = (secret: string) => Identity | undefined

/** Who calls: the Iris agent, the agent of a session, or whoever holds a token. */
export function createIdentify(deps: {
  irisOf: Identify
  secrets: Pick<AgentSecrets, 'agentOf'>
  /** A secret is worth something while the process it was made for lives, and its session is not deleted. */
  sessionOf: (agent: AgentId) => { id: SessionId; team: string } | undefined
  /** The seat that a session is, if it is one. */
  seatOf?: (session: SessionId) => CallerSeat | undefined
  tokens: Pick<Tokens, 'identify'>
}): Identify {
  return (secret) => deps.irisOf(secret) ?? agentBehind(secret) ?? deps.tokens.identify(secret)

  /** It speaks for its team, in its session. */
  function agentBehind(secret: string): Identity | undefined {
    const shown = deps.secrets.agentOf(secret)
    const session = shown && deps.sessionOf(shown.agent)
    if (!session) return undefined
    const agent = { role: 'agent', name: session.team, team: session.team, session: session.id } as const
    const seat = deps.seatOf?.(session.id)
    return { ...agent, ...(shown.task ? { task: shown.task } : {}), ...(seat ? { seat } : {}) }
  }
}

/** A person is `user`, and so is who speaks for them; an agent speaks for the team its token names, a worker for itself, and both for their task alone. */
export function callerOf(identity: Identity): Caller {
  const { role, team, session, task, seat, name } = identity
  if (role === 'iris') throw new IrisError('FORBIDDEN', 'The Iris agent has its own tools and no others.')
  if (role === 'worker') return workerOf(name, task)
  if (role === 'delegate')
    return { name: 'user', kind: 'human', delegate: { name, mayAnswer: identity.mayAnswer ?? false } }
  if (role !== 'agent') return { name: 'user', kind: 'human' }
  if (!team) throw new IrisError('FORBIDDEN', 'This token names no team.')
  const place = { ...(session ? { session } : {}), ...(task ? { task } : {}), ...(seat ? { seat } : {}) }
  return { name: team, kind: 'agent', ...place }
}

function workerOf(name: string, task: TaskId | undefined): Caller {
  if (!task) throw new IrisError('FORBIDDEN', 'This token names no task.')
  return { name, kind: 'agent', task }
}

/** A person may speak for any team, an agent only for its own. */
export function speakFor(caller: Caller, fromTeam: string | undefined): Caller {
  if (fromTeam === undefined || fromTeam === caller.name) return caller
  if (caller.kind === 'human') return { ...caller, name: fromTeam }
  throw new IrisError('CALLER_REFUSED', `${caller.name} may not speak for ${fromTeam.slice(0, 80)}.`)
}
