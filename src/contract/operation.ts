import { z } from 'zod'
import type { SessionId } from './ids.ts'
import type { Given, OperationTool } from './operation-tool.ts'
import type { TaskId } from './tasks/schemas.ts'

/**
 * What a caller may do: a person everything, an observer only what reads, an agent what concerns its own team, a worker
 * what concerns its own task, an engineering manager the tasks of its project, a delegate what a person lets it say for
 * them and a deciding one also what changes what is theirs, the Iris agent only its own tools.
 */
export type Role = 'human' | 'observer' | 'agent' | 'worker' | 'em' | 'delegate' | 'deciding' | 'iris'

/** Who calls, as the token says. */
export interface Identity {
  role: Role
  /** The token's name; for an agent the agent's. */
  name: string
  /** The team an agent works for. */
  team?: string
  /** The session an agent is in. */
  session?: SessionId
  /** The task that it works on, and no other: a worker's, or that of an agent which was started for one. */
  task?: TaskId
  /** The seat it has in the organisation of its project. */
  seat?: CallerSeat
  /** Whether a delegate may answer asks. */
  mayAnswer?: boolean
  /** When what it showed ends by itself. */
  until?: number
}

/** Whom a call comes from, as its token (and for a person's own Claude Code its folder) says; never as a message claims. */
export interface Caller {
  /** A team's name, or `user` for a person who calls from no team's folder. */
  name: string
  kind: 'human' | 'agent'
  /** The session an agent is in, when an agent calls. */
  session?: SessionId
  /** The one task that whoever calls works on. */
  task?: TaskId
  /** The seat it has in the organisation of its project. */
  seat?: CallerSeat
  /** Set when somebody speaks for the person. */
  delegate?: Delegate
}

/** A seat of an organisation, as far as it says who calls. */
export interface CallerSeat {
  /** Who has it now. */
  name: string
  /** Everybody who had it: what is said to one of them is for the seat. */
  names: readonly string[]
  /** The project whose engineering manager it is. */
  leads?: string
  /** The task whose manager it is. */
  manages?: TaskId
}

/** Who speaks for the person: the name of its token, and whether it may answer asks. */
interface Delegate {
  name: string
  mayAnswer: boolean
}

/**
 * The roles of a caller: an agent that was started for a task is its worker too, one that leads a project its
 * engineering manager, and a delegate that may answer asks decides for the person too.
 */
export function rolesOf({ role, task, seat, mayAnswer }: Identity): readonly Role[] {
  if (role === 'delegate' && mayAnswer) return ['delegate', 'deciding']
  if (role !== 'agent') return [role]
  if (task !== undefined) return ['agent', 'worker']
  return seat?.leads === undefined ? ['agent'] : ['agent', 'em']
}

type For = 'anyone' | readonly Role[]

/** One thing that can be done: what goes in, what comes out, for whom it is, and in words what it does. */
export interface Operation<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Allowed extends For = For,
  Gives extends Given = Given,
> {
  summary: string
  input: Input
  output: Output
  /** Roles that may call it; `anyone` needs no token. */
  for: Allowed
  /** The tool of MCP that does the same, for the same roles. */
  tool?: OperationTool<Input, Output, Gives>
  /** Whether `Accept: text/event-stream` gives the live stream of what it reads a page of. */
  live?: true
}

/** Declares an operation, keeping the exact types of its schemas and roles. */
export function operation<
  Input extends z.ZodType,
  Output extends z.ZodType,
  const Allowed extends For,
  const Gives extends Given,
>(declared: Operation<Input, Output, Allowed, Gives>): Operation<Input, Output, Allowed> {
  return declared
}

/** Declares an operation that reads a page of the log, or its live stream. */
export function liveOperation<Input extends z.ZodType, Output extends z.ZodType, const Allowed extends For>(
  shape: Operation<Input, Output, Allowed>,
): Operation<Input, Output, Allowed> & { live: true } {
  return { ...shape, live: true }
}

/** Operations that change what a person set up. */
export const people = ['human'] as const
/** Operations that read anything. */
export const readers = ['human', 'observer'] as const
/** Operations about the caller's own session with a team. */
export const tellers = ['human', 'agent'] as const
/** Operations that read what every caller may know. */
export const everyone = ['human', 'observer', 'agent'] as const

/** Operations about the caller's own task. */
export const workers = ['worker'] as const
/** The same, where a person may do it for any. */
export const workersAndPeople = ['human', 'worker'] as const
/** Operations that read what workers need to know. */
export const readersAndWorkers = ['human', 'observer', 'worker'] as const
/** Operations that say what is to be done: of people, of who works on a task, and of who leads a project. */
export const planners = ['human', 'worker', 'em'] as const
/** The same, where it only reads. */
export const readersAndPlanners = ['human', 'observer', 'worker', 'em'] as const

/** Operations by which a person has something worked out, or somebody who speaks for them. */
export const peopleAndDelegates = ['human', 'delegate'] as const
/** The same, where they only read. */
export const readersAndDelegates = ['human', 'observer', 'delegate'] as const

/** Operations that change what is a person's own: of people, and of who may answer asks for them. */
export const peopleAndDeciding = ['human', 'deciding'] as const

/** Operations that read rooms. */
export const talkers = ['human', 'observer', 'agent', 'worker', 'delegate'] as const
/** Operations that write in rooms. */
export const writers = ['human', 'agent', 'worker', 'delegate'] as const

export const Nothing = z.object({})
