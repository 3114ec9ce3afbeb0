import { z } from 'zod'
import { duration, waitBounds } from '../duration.ts'
import { budget } from './budget.ts'
import { promptVariables } from './prompt-variables.ts'
import { permissionMode, words } from './text.ts'
import { idleDescriptions } from './without-effect.ts'

const pattern = z.string().min(1).refine(isPattern, { error: 'a valid regular expression' })
const share = z.number().min(0).max(1)

const features = z.strictObject({
  completionAnalysis: z
    .boolean()
    .default(true)
    .meta({ description: 'Look for questions in what teams answer.' }),
  dashboardChat: z.boolean().default(true).meta({ description: 'Ask Iris: the page and `iris ask`.' }),
  autonomousCoordination: z.boolean().default(false).meta({
    description:
      'Let Iris wake and tell teams in the chat without asking you first, as long as it has read no words of teams.',
  }),
  healthMonitoring: z
    .boolean()
    .default(true)
    .meta({ description: 'Notice agents and sessions that are stuck.' }),
  autoRestart: z
    .boolean()
    .default(false)
    .meta({ description: 'Restart an agent that keeps dying or falling silent without asking you.' }),
})

const completionAnalysis = z.strictObject({
  enabledFor: z
    .array(z.string().min(1))
    .default(['*'])
    .meta({
      description: 'The teams whose answers are looked at; "*" is all.',
      examples: [['alpha', 'beta']],
    }),
  questionPatterns: z
    .array(pattern.meta({ format: 'regex', examples: ['should I continue'] }))
    .default(['\\?$', '\\b(y/n|yes/no)\\b', 'ready to proceed', 'should I continue', 'may I proceed'])
    .meta({ description: 'Regular expressions that mark a question, whatever the case of letters.' }),
  minConfidence: share
    .default(0.7)
    .meta({ description: 'How sure the detector must be to bring a question to you.' }),
  useQuickCheck: z.boolean().default(true).meta({
    description:
      'Ask the model only where the rules doubt; `false` puts every answer to it, which costs a call each.',
  }),
  responseTimeout: duration(waitBounds).prefault('30s').meta({
    description:
      'How long an agent or a Claude Code that waits has to answer by itself before you are alerted.',
  }),
  alertMethods: z
    .array(z.enum(['dashboard', 'notification', 'desktop', 'webhook', 'ntfy', 'telegram', 'email']))
    .default(['dashboard'])
    .meta({
      description:
        'How you are told of what waits for you: see `notifications`. `notification` is another word for `desktop`.',
    }),
})

const systemPrompts = z.strictObject({
  userChat: z
    .string()
    .nullable()
    .default(null)
    .meta({
      description: 'Replaces the prompt of the dashboard chat.',
      examples: ['Answer in one sentence.'],
    }),
  teamMonitor: z
    .string()
    .nullable()
    .default(null)
    .meta({
      description: `Replaces the prompt of the team monitor. It may name ${promptVariables.teamMonitor.map((name) => `{{${name}}}`).join(', ')}.`,
      examples: ['You watch what {{toTeam}} answers to {{fromTeam}}.'],
    }),
})

/** `agent:` the Iris agent, which watches the teams. */
export const agentSection = z.strictObject({
  enabled: z.boolean().default(true).meta({ description: 'Whether the Iris agent runs.' }),
  model: words.default('claude-sonnet-4-5').meta({ description: 'The model of the Iris agent.' }),
  temperature: share.default(0.7).meta({ description: idleDescriptions.temperature }),
  maxTokens: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(8192)
    .meta({ description: 'The longest answer of the Iris agent, in tokens.' }),
  queueSqlitePath: words
    .nullable()
    .default(null)
    .meta({
      description: idleDescriptions.queueSqlitePath,
      examples: ['agent-queue.db'],
    }),
  features: features.prefault({}).meta({ description: 'What the Iris agent does.' }),
  completionAnalysis: completionAnalysis.prefault({}).meta({ description: 'How questions are found.' }),
  mcpServers: z
    .array(words)
    .default([])
    .meta({
      description: 'Which MCP servers of your own Claude Code settings the Iris agent may use, by name.',
      examples: [['filesystem']],
    }),
  grantPermission: permissionMode
    .default('ask')
    .meta({ description: 'Who decides when the Iris agent wants to do something.' }),
  budget: budget
    .prefault({})
    .meta({ description: 'What the Iris agent may spend; then it works by rules alone.' }),
  hopLimit: z.int().min(1).max(1000).default(12).meta({
    description: 'How many times teams may pass a message on before a person says something again.',
  }),
  systemPrompts: systemPrompts.prefault({}).meta({ description: 'Prompts of your own.' }),
})

function isPattern(text: string): boolean {
  try {
    return Boolean(new RegExp(text, 'i'))
  } catch {
    // RegExp has no other way to say that the text is no expression.
    return false
  }
}
