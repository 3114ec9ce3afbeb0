import { z } from 'zod'
import { teamNamePattern } from '../names.ts'
import { agentSection } from './agent.ts'
import { claudeSection } from './claude.ts'
import { dashboardSection } from './dashboard.ts'
import { databaseSection } from './database.ts'
import { notificationsSection } from './notifications.ts'
import { settingsSection } from './settings.ts'
import { teamSection } from './team.ts'

/** The whole of config.yaml. Rules that span several keys are in `rules.ts`. */
export const userConfig = z.strictObject({
  settings: settingsSection.prefault({}).meta({ description: 'The daemon, and what holds for every team.' }),
  database: databaseSection.prefault({}).meta({ description: 'Where Iris keeps what happened.' }),
  dashboard: dashboardSection.prefault({}).meta({ description: 'The pages in the browser.' }),
  agent: agentSection.prefault({}).meta({ description: 'The Iris agent, which watches the teams.' }),
  notifications: notificationsSection
    .prefault({})
    .meta({ description: 'How you are told of what waits for you.' }),
  claude: claudeSection.prefault({}).meta({ description: 'How Claude Code is started.' }),
  // Names are checked in rules.ts: a key schema here would hide every mistake inside a badly named team.
  teams: z
    .record(z.string(), teamSection)
    .prefault({})
    .meta({
      description: 'Your teams by name.',
      examples: [{ alpha: { path: '~/projects/alpha' } }],
      propertyNames: { pattern: teamNamePattern.source },
    }),
})

/** config.yaml after validation, before teams fall back to settings. */
export type UserConfig = z.output<typeof userConfig>
