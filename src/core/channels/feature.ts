import type { Clock } from '../../platform/clock/index.ts'
import type { CompiledConfig } from '../../platform/config/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { feature } from '../features/index.ts'
import type { EventLog } from '../store/index.ts'
import { createChannels } from './channels.ts'
import { channelMigrations } from './migrations.ts'

/** What channels are made from. */
interface From {
  sql: Sql
  log: EventLog
  clock: Clock
  config: () => CompiledConfig
}

/** Whom everybody knows without being in a room with them. */
const always = ['user', 'iris']

/** Channels and what is said in them; who may do what there, rooms say. */
export const channelsFeature = feature({
  name: 'channels',
  migrations: channelMigrations,
  create: ({ sql, log, clock, config }: From) =>
    createChannels({ sql, log, clock, namesIn: () => [...config().teams.keys(), ...always] }),
  operations: () => ({}),
  close: (channels) => channels.close(),
})
