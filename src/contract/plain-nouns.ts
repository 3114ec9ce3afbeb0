import { plainAgents } from './agents/plain.ts'
import { plainConfig } from './config/plain.ts'
import { plainDaemon } from './daemon/plain.ts'
import { plainHistory } from './history/plain.ts'
import { plainInbox } from './inbox/plain.ts'
import { plainIris } from './iris/plain.ts'
import { plainLog } from './log/plain.ts'
import { plainNotifications } from './notifications/plain.ts'
import { plainRuns } from './runs/plain.ts'
import { plainTasks } from './tasks/plain.ts'
import { plainTeams } from './teams/plain.ts'
import { plainTokens } from './tokens/plain.ts'
import { plainUsage } from './usage/plain.ts'

export type * from './nouns.ts'

/** The plain part of every noun, in the order of `nouns`. A noun that is in only one of the two lists does not compile. */
export const plainNouns = [
  plainDaemon,
  plainTokens,
  plainLog,
  plainConfig,
  plainAgents,
  plainTeams,
  plainInbox,
  plainNotifications,
  plainRuns,
  plainTasks,
  plainHistory,
  plainUsage,
  plainIris,
] as const
