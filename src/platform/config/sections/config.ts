import { z } from 'zod'
import { teamNamePattern } from '../names.ts'
import { channelsSection } from './channels.ts'
import { checksSection } from './checks.ts'
import { agentSection } from './agent.ts'
import { claudeSection } from './claude.ts'
import { dashboardSection } from './dashboard.ts'
import { databaseSection } from './database.ts'
import { gitSection } from './git.ts'
import { ircSection } from './irc.ts'
import { notificationsSection } from './notifications.ts'
import { orgSection } from './org.ts'
import { pipelineSection } from './pipeline.ts'
import { settingsSection } from './settings.ts'
import { teamSection } from './team.ts'
import { workSection } from './work.ts'
import { wikiSection } from './wiki.ts'

/** The whole of config.yaml. Rules that span several keys are in `rules.ts`. */
export const userConfig = z.strictObject({
  settings: settingsSection.prefault({}).meta({ description: 'The daemon, and what holds for every team.' }),
  database: databaseSection.prefault({}).meta({ description: 'Where Iris keeps what happened.' }),
  dashboard: dashboardSection.prefault({}).meta({ description: 'The pages in the browser.' }),
  agent: agentSection.prefault({}).meta({ description: 'The Iris agent, which watches the teams.' }),
  notifications: notificationsSection
    .prefault({})
    .meta({ description: 'How you are told of what waits for you.' }),
  git: gitSection
    .prefault({})
    .meta({ description: 'Where tasks are worked, and what becomes of their branches.' }),
  checks: checksSection
    .prefault({})
    .meta({ description: 'What Iris runs to prove a change, for every team that says nothing else.' }),
  pipeline: pipelineSection
    .prefault({})
    .meta({ description: 'What goes on by itself on the way from an idea to reviewed work.' }),
  work: workSection
    .prefault({})
    .meta({ description: 'What agents on tasks get without asking, and when the watch calls them stuck.' }),
  irc: ircSection.prefault({}).meta({ description: 'The rooms for IRC clients.' }),
  channels: channelsSection.prefault({}).meta({ description: 'Where the rooms are, besides in Iris.' }),
  wiki: wikiSection
    .prefault({})
    .meta({ description: 'Where the pages of projects are kept, and what agents may write of them.' }),
  org: orgSection
    .prefault({})
    .meta({ description: 'How the organisations of projects work: their limits and shifts.' }),
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
