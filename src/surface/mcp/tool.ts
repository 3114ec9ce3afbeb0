import { z } from 'zod'
import { IrisError, type AskId, type Operations, type Token, type ToolEffect } from '../../contract/index.ts'
import type { Inbox } from '../../core/inbox/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { IrisTools, IrisAgent } from '../../teamwork/intelligence/index.ts'
import type { Caller, Orchestrator } from '../../teamwork/orchestrator/index.ts'
import type { Runs } from '../../teamwork/runs/index.ts'
import type { ReadLines } from './lines.ts'

/**
 * What a caller may be; each tool says for whom it is. The leader of a run is an agent that has tools of its own besides;
 * so has one that was started for a task, and so has a delegate that may answer asks.
 */
export type Role = Caller['kind'] | Exclude<Token['role'], 'human'> | 'leader' | Besides | 'iris'

/** What somebody may be besides. */
export type Besides = 'worker' | 'em' | 'deciding'

/** The Iris agent as tools see it, and for its own process the conversation that calls. */
export interface IrisContext {
  ask: IrisAgent['ask']
  tools: IrisTools
  agentSession: string
}

/** What a tool works with during one call. */
export interface ToolContext {
  caller: Caller
  /** What every call does. */
  operations: Operations
  orchestrator: Orchestrator
  inbox: Inbox
  runs: Runs
  /** The Iris agent, where there is one. */
  iris?: IrisContext | undefined
  readLines: ReadLines
  clock: Clock
  /** Aborted when the client cancels or goes away: stop waiting. What was told goes on. */
  signal: AbortSignal
  /** The number that Claude Code gave this call in what it prints. */
  toolUse: string | undefined
  /** Shows the waiting client a short text; undefined when it asked for none. */
  progress: ((text: string) => void) | undefined
  /** Lets the client come back for this call when it is cut while it waits for an ask. */
  resumable: (ask: AskId) => void
}

/** What a client may assume of a tool. */
interface Annotations {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  openWorldHint: boolean
}

interface Declaration<I, O extends { status: string }> {
  name: string
  title: string
  description: string
  input: z.ZodType<I>
  output: z.ZodType<O>
  annotations: Annotations
  roles: readonly Role[]
  run(context: ToolContext, input: NoInfer<I>): O | Promise<O>
}

/** A tool as the server lists and calls it. */
export interface Tool {
  listing: {
    name: string
    title: string
    description: string
    annotations: Annotations & { title: string }
    inputSchema: ObjectSchema
    outputSchema?: ObjectSchema
  }
  roles: readonly Role[]
  /** Checks the arguments, runs, and checks what came out. */
  call(context: ToolContext, input: unknown): Promise<Record<string, unknown>>
}

/** A JSON Schema whose root is an object, as MCP wants it. */
type ObjectSchema = Record<string, unknown> & { type: 'object' }

/** Turns a declaration into a tool whose types are closed over. */
export function defineTool<I, const O extends { status: string }>(declared: Declaration<I, O>): Tool {
  const { name, title, description, annotations, roles, input, output } = declared
  return {
    listing: {
      name,
      title,
      description,
      annotations: { ...annotations, title },
      inputSchema: { ...schemaOf(input, 'input'), type: 'object' },
      outputSchema: outputSchemaOf(output),
    },
    roles,
    call: async (context, sent) => ({
      ...output.parse(await declared.run(context, parse(input, sent))),
    }),
  }
}

const Failure = z.object({
  status: z.literal('error'),
  code: z.string(),
  message: z.string(),
  advice: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
})
/** What a tool gives when it cannot do what was asked. */
export type Failure = z.infer<typeof Failure>

/** Some clients hold failures against the output schema too, so it admits both. */
function outputSchemaOf(output: z.ZodType): ObjectSchema {
  const shapes = [output, Failure].map((shape) => schemaOf(shape, 'output'))
  return { type: 'object', required: ['status'], anyOf: shapes }
}

/** Without the name of its dialect, which MCP takes for granted and each agent would read once a tool. */
function schemaOf(shape: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(shape, { io })
  return rest
}

function parse<I>(schema: z.ZodType<I>, sent: unknown): I {
  const checked = schema.safeParse(sent ?? {})
  if (checked.success) return checked.data
  const fields = checked.error.issues.map((issue) => ({
    field: issue.path.join('.'),
    problem: issue.message,
  }))
  const list = fields.map(({ field, problem }) => (field ? `${field}: ${problem}` : problem)).join('; ')
  throw new IrisError('INPUT_INVALID', `The input is not right: ${list}.`, { details: { fields } })
}

const looking = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
const tells = { ...looking, readOnlyHint: false, idempotentHint: false, openWorldHint: true }

/** Hints for the usual kinds of tools. */
export const hints = {
  /** Looks and changes nothing. */
  reads: looking,
  /** Changes what runs, loses nothing, and does no more the second time. */
  starts: { ...looking, readOnlyHint: false },
  /** Ends or forgets something. */
  ends: { ...looking, readOnlyHint: false, destructiveHint: true },
  /** Sets an agent to work; what it may do there is guarded by its own permissions. */
  tells,
  /** Lets an agent go on as it says: that cannot be taken back. */
  answers: { ...tells, destructiveHint: true },
} as const satisfies Record<ToolEffect, Annotations>

/** Everybody; everybody who may change something; people; people and those who only look; leaders of runs. */
export const forRoles = {
  all: ['human', 'agent', 'observer'],
  members: ['human', 'agent'],
  people: ['human'],
  lookers: ['human', 'observer'],
  leaders: ['leader'],
  lookersAndLeaders: ['human', 'observer', 'leader'],
} as const satisfies Record<string, readonly Role[]>
