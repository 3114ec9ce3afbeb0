import { z } from 'zod'
import { readAtStart } from './at-start.ts'
import { budget } from './budget.ts'
import { duration, idleBounds, waitBounds } from '../duration.ts'

const origin = z.string().refine(isOrigin, { error: 'an origin: scheme and host, no path' })

/** `settings:` what holds for the daemon and, unless a team says otherwise, for every team. */
export const settingsSection = z.strictObject({
  sessionInitTimeout: duration(waitBounds)
    .prefault('30s')
    .meta({ description: 'How long a new session may take until the agent is ready.' }),
  spawnTimeout: duration(waitBounds)
    .prefault('20s')
    .meta({ description: 'How long an agent process may take to start.' }),
  responseTimeout: duration(waitBounds).prefault('2m').meta({
    description: 'How long an agent may be silent during a turn; every line it prints starts it anew.',
  }),
  idleTimeout: duration(idleBounds)
    .prefault('1h')
    .meta({ description: 'How long an agent without work keeps its process.' }),
  maxProcesses: z
    .int()
    .min(1)
    .max(100)
    .default(10)
    .meta({ description: 'How many agents may run at once; the longest unused makes room.' }),
  healthCheckInterval: duration(waitBounds)
    .prefault('30s')
    .meta({ description: 'How often running agents are checked.' }),
  httpPort: z
    .int()
    .min(0)
    .max(65_535)
    .default(1615)
    .meta({
      description: readAtStart(
        'The port of the API and the dashboard; 0 takes any free port, and after a restart the same one if it can.',
      ),
    }),
  host: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .meta({
      description: readAtStart('The address to listen on. Anything but loopback lets other machines in.'),
    }),
  allowedHosts: z
    .array(z.string().min(1))
    .default([])
    .meta({ description: readAtStart('Further Host headers to accept.'), examples: [['iris.local']] }),
  allowedOrigins: z
    .array(origin)
    .default([])
    .meta({
      description: readAtStart('Further browser origins to accept.'),
      examples: [['https://iris.local']],
    }),
  publicUrl: z
    .string()
    .refine(isPublic, { error: 'the origin of an https address (or http on loopback), no path' })
    .nullable()
    .default(null)
    .meta({
      description: readAtStart(
        'Where the outside reaches Iris, through a proxy on this machine. Lets programs such as Claude.ai connect by OAuth, each after you allow it.',
      ),
      examples: ['https://iris.example.com'],
    }),
  budget: budget
    .prefault({})
    .meta({ description: 'What all teams together may spend before they are stopped.' }),
  hotReloadConfig: z
    .boolean()
    .default(true)
    .meta({ description: readAtStart('Whether a changed config.yaml is applied while Iris runs.') }),
  logLevel: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .meta({ description: readAtStart('The least important kind of line the log keeps.') }),
})

function isPublic(text: string): boolean {
  return isOrigin(text) && /^(?:https:|http:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::|$))/.test(text)
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text
}
