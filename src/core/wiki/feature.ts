import type { Clock } from '../../platform/clock/index.ts'
import { childEnvironment, type CompiledConfig, type Environment } from '../../platform/config/index.ts'
import type { Logger } from '../../platform/log/index.ts'
import type { Projects } from '../../platform/projects/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { feature } from '../features/index.ts'
import type { Inbox } from '../inbox/index.ts'
import type { EventLog } from '../store/index.ts'
import type { Tasks } from '../tasks/index.ts'
import { wikiMigrations } from './migrations.ts'
import { wikiOperations } from './operations.ts'
import { createWiki } from './wiki.ts'

/** What wikis are made from. */
interface From {
  sql: Sql
  log: EventLog
  clock: Clock
  logger: Logger
  projects: Projects
  environment: Environment
  config: () => CompiledConfig
  tasks: Tasks
  inbox: Inbox
}

/** The record that outlives every agent. */
export const wikiFeature = feature({
  name: 'wiki',
  migrations: wikiMigrations,
  create({ environment, config, ...from }: From) {
    const wiki = createWiki({
      ...from,
      home: environment.home,
      settings: () => config().wiki,
      environment: childEnvironment(environment.variables, 'agent', {}),
    })
    wiki.goOn()
    return wiki
  },
  operations: (
    wiki,
    { tasks, clock, config }: { tasks: Tasks; clock: Clock; config: () => CompiledConfig },
  ) => wikiOperations(wiki, { tasks, teams: () => config().teams, now: () => clock.now() }),
  reacts: {
    'ask.answered': (wiki, { data }) => wiki.onClosed(data.ask),
  },
  close: (wiki) => wiki.close(),
})
