import { z } from 'zod'
import { defineEvent } from '../event-definition.ts'
import { defineNoun } from '../noun.ts'
import { Nothing, operation, people, readers } from '../operation.ts'
import { plainDaemon } from './plain.ts'

const Health = z.object({ ok: z.literal(true), version: z.string() })

const Status = z.object({
  version: z.string(),
  pid: z.int(),
  url: z.string(),
  home: z.string(),
  startedAt: z.int(),
  upForMs: z.int().describe('For how long it has been running, however the clock of the machine was set'),
  events: z.int().describe('The number of the newest event'),
  memory: z.int().describe('Resident memory in bytes'),
  database: z.object({ path: z.string(), bytes: z.int() }),
  config: z.object({
    path: z.string(),
    teams: z.array(z.string()),
    mistakes: z.array(z.string()),
    waiting: z.array(z.string()).describe('What of the file is in force only after a restart, in words'),
  }),
  readers: z.int().describe('Live event streams'),
})
export type Status = z.infer<typeof Status>

/** The daemon itself. */
export const daemonNoun = defineNoun(plainDaemon, {
  ids: [],
  events: {
    'daemon.started': defineEvent(1, z.object({ pid: z.int(), version: z.string(), url: z.string() })),
    'daemon.stopped': defineEvent(1, z.object({ reason: z.string() })),
  },
  operations: {
    getHealth: operation({ summary: 'Is the daemon up?', input: Nothing, output: Health, for: 'anyone' }),
    getStatus: operation({
      summary: 'What the daemon is and does',
      input: Nothing,
      output: Status,
      for: readers,
    }),
    startDemo: operation({
      summary: 'Starts the rehearsal demo, or finds it running; gives the address to open',
      input: Nothing,
      output: z.object({ url: z.string() }),
      for: people,
    }),
    stopDaemon: operation({
      summary: 'Stops the daemon in order',
      input: z.object({
        atWork: z
          .enum(['kept', 'ended'])
          .default('kept')
          .describe('What becomes of agents at work: they work on, or are ended and their turns stopped'),
      }),
      output: z.object({ stopping: z.literal(true) }),
      for: people,
    }),
  },
})
