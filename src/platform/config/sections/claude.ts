import { z } from 'zod'
import { command, environmentVariables, words } from './text.ts'

/** `claude:` how Claude Code is started unless a team says otherwise. */
export const claudeSection = z.strictObject({
  path: command.default('claude').meta({
    description: 'The Claude Code program: a name found on PATH, or where it is.',
    examples: ['~/.local/bin/claude'],
  }),
  model: words.optional().meta({
    description: 'The model of every team. Without it: what Claude Code itself would take.',
    examples: ['sonnet'],
  }),
  env: environmentVariables.default({}).meta({
    description: 'Variables added to the environment of every agent.',
    examples: [{ DISABLE_AUTOUPDATER: '1' }],
  }),
})
