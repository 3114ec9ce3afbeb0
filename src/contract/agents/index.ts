import { z } from 'zod'
import { defineEvent } from '../event-definition.ts'
import { AgentId, SessionId } from '../ids.ts'
import { defineNoun } from '../noun.ts'
import { operation, readers } from '../operation.ts'
import { plainAgents } from './plain.ts'

/** An agent's process as it is now. */
const AgentProcess = z.object({
  agent: AgentId,
  session: SessionId,
  team: z.string(),
  from: z.string(),
  pid: z.int().nullable(),
  memory: z
    .int()
    .nullable()
    .describe('Resident memory of it and what it started, in bytes; null where not known'),
  processes: z.int().describe('It and what it started'),
  state: z.string(),
  atWork: z
    .boolean()
    .describe('Something would be lost with it, so a stop of the daemon leaves it unless told otherwise'),
  lastUsedAt: z.int(),
})
export type AgentProcess = z.infer<typeof AgentProcess>

/** The agents that work for teams. */
export const agentsNoun = defineNoun(plainAgents, {
  ids: [AgentId],
  events: {
    'agent.started': defineEvent(
      1,
      z.object({ team: z.string(), pid: z.int(), command: z.array(z.string()) }),
    ),
    'agent.start_failed': defineEvent(
      1,
      z.object({ team: z.string(), reason: z.string(), advice: z.string(), tries: z.int() }),
    ),
    'agent.printed': defineEvent(
      1,
      z.object({
        line: z.string(),
        offset: z.int().optional(),
        pruned: z.literal(true).optional().describe('Its words were pruned; the line is empty now'),
      }),
    ),
    'agent.exited': defineEvent(
      1,
      z.object({
        code: z.int().nullable(),
        signal: z.string().nullable(),
        reason: z.string().optional(),
        starting: z
          .literal(true)
          .optional()
          .describe('It ended before it began the turn it was given; another is tried'),
        endedFor: z
          .enum(['room', 'idle', 'stopped', 'silent', 'settings'])
          .optional()
          .describe('Why Iris ended it; it ended by itself otherwise'),
      }),
    ),
    'agent.disconnected': defineEvent(
      1,
      z.object({
        status: z
          .string()
          .describe('How the CLI calls it that the agent has no connection to Iris: `failed`, `pending`, …'),
      }),
    ),
    'agent.reconnected': defineEvent(1, z.object({})),
  },
  operations: {
    listProcesses: operation({
      summary: "The agents' processes and the room there is for more",
      input: z.object({}),
      output: z.object({
        agents: z.array(AgentProcess),
        limit: z.int().describe('settings.maxProcesses'),
        daemon: z.object({ pid: z.int(), memory: z.int(), startedAt: z.int() }),
        samples: z
          .array(z.object({ at: z.int(), agents: z.int(), daemon: z.int() }))
          .describe('Memory in bytes, once a minute for the last four hours this daemon runs'),
      }),
      for: readers,
    }),
  },
})
