import { z } from 'zod'
import { budget } from './budget.ts'
import { teamChecksSection } from './checks.ts'
import { duration, idleBounds, waitBounds } from '../duration.ts'
import { teamNewsKinds } from './news-kinds.ts'
import { absolutePath, askKind, command, environmentVariables, permissionMode, words } from './text.ts'

/** `teams.<name>:` a project folder and how its agent works there. */
export const teamSection = z.strictObject({
  path: absolutePath.meta({
    description: 'The project folder; on the other machine when the team is remote.',
    examples: ['~/projects/alpha'],
  }),
  description: z
    .string()
    .default('')
    .meta({ description: 'What the team is for; other teams read it.', examples: ['The web shop'] }),
  idleTimeout: duration(idleBounds)
    .optional()
    .meta({ description: 'Overrides settings.idleTimeout.', examples: ['1h'] }),
  sessionInitTimeout: duration(waitBounds)
    .optional()
    .meta({ description: 'Overrides settings.sessionInitTimeout.', examples: ['30s'] }),
  responseTimeout: duration(waitBounds)
    .optional()
    .meta({ description: 'Overrides settings.responseTimeout.', examples: ['10m'] }),
  color: z
    .string()
    .regex(/^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, { error: 'a colour in quotes: "#" and 3 or 6 hex digits' })
    .optional()
    .meta({ description: 'The colour of the team in the dashboard.', examples: ['#FF6B9D'] }),
  remote: z
    .string()
    .regex(/^ssh(?: +[^\s'"]+)* +[^\s'"-][^\s'"]*$/, {
      error: 'an ssh command that ends with the host, without quotes in it',
    })
    .optional()
    .meta({ description: 'Runs the agent on another machine.', examples: ['ssh you@build.example'] }),
  claudePath: command
    .optional()
    .meta({ description: 'Overrides claude.path.', examples: ['~/.local/bin/claude'] }),
  model: words.optional().meta({ description: 'Overrides claude.model.', examples: ['opus'] }),
  grantPermission: permissionMode.optional().meta({
    description:
      'Who decides what the agent may do: `yes` all, `no` nothing, `ask` you, `forward` the team that told it, never its own. Without it: ask.',
    examples: ['ask'],
  }),
  skipPermissions: z
    .boolean()
    .optional()
    .meta({ description: '`true` is another way to write `grantPermission: yes`.', examples: [true] }),
  allowedTools: z
    .array(words)
    .default([])
    .meta({
      description: 'Tools the agent may use without asking.',
      examples: [['Read', 'Bash(npm test:*)']],
    }),
  disallowedTools: z
    .array(words)
    .default([])
    .meta({ description: 'Tools the agent never gets.', examples: [['WebFetch']] }),
  appendSystemPrompt: words
    .optional()
    .meta({ description: 'Added to the system prompt of the agent.', examples: ['Answer in English.'] }),
  questioning: z.boolean().default(true).meta({
    description: 'Whether its agent is told when and how to ask you questions of its own.',
  }),
  leadMayAnswer: z
    .array(askKind)
    .default([])
    .meta({
      description:
        'What the team that told this one may answer instead of you; never its own team, nor one that works for it.',
      examples: [['question', 'plan']],
    }),
  answerers: z
    .array(words)
    .default([])
    .meta({
      description: 'Teams whose agents may answer instead of you whatever this one asks.',
      examples: [['lead']],
    }),
  delegates: z
    .array(words)
    .optional()
    .meta({ description: 'The older name of answerers; still read.', examples: [['lead']] }),
  onCrash: z.enum(['resume', 'report']).default('report').meta({
    description:
      'When the agent dies during a turn: `resume` puts the message again, `report` ends the turn and says so.',
  }),
  notifications: teamNewsKinds
    .prefault({})
    .meta({ description: 'What of this team you are told, where it differs.' }),
  budget: budget.prefault({}).meta({ description: 'What the team may spend before it is stopped.' }),
  checks: teamChecksSection
    .prefault({})
    .meta({ description: 'What Iris runs to prove a change of this team, where it differs.' }),
  env: environmentVariables.default({}).meta({
    description: 'Variables added to the environment of this agent, over those of claude.env.',
    examples: [{ NODE_ENV: 'test' }],
  }),
})

/** A team as a user writes it. */
export type TeamInput = z.input<typeof teamSection>
