import type { Settings } from '../../platform/config/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { World } from './world.ts'

/** What sessions are given: storage, time, config, and the ways to start and find agents. */
export interface SessionDeps extends Pick<
  World,
  | 'log'
  | 'clock'
  | 'usage'
  | 'asks'
  | 'logger'
  | 'team'
  | 'present'
  | 'mayBypass'
  | 'realOf'
  | 'launch'
  | 'attach'
  | 'known'
  | 'forget'
  | 'trim'
  | 'drop'
  | 'onForward'
  | 'onTold'
> {
  sql: Sql
  settings: () => Settings
}
