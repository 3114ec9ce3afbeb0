import { agentsNoun } from './agents/index.ts'
import { configNoun } from './config/index.ts'
import { daemonNoun } from './daemon/index.ts'
import { historyNoun } from './history/index.ts'
import { inboxNoun } from './inbox/index.ts'
import { irisNoun } from './iris/index.ts'
import { logNoun } from './log/index.ts'
import { notificationsNoun } from './notifications/index.ts'
import { runsNoun } from './runs/index.ts'
import { tasksNoun } from './tasks/index.ts'
import { teamsNoun } from './teams/index.ts'
import { tokensNoun } from './tokens/index.ts'
import { usageNoun } from './usage/index.ts'

export * from './agents/index.ts'
export * from './config/index.ts'
export * from './daemon/index.ts'
export * from './history/index.ts'
export * from './inbox/index.ts'
export * from './iris/index.ts'
export * from './log/index.ts'
export * from './notifications/index.ts'
export * from './runs/index.ts'
export * from './tasks/index.ts'
export * from './teams/index.ts'
export * from './tokens/index.ts'
export * from './usage/index.ts'

/** Every noun of Iris. What it may be asked, records and answers derives from this list and its plain twin. */
export const nouns = [
  daemonNoun,
  tokensNoun,
  logNoun,
  configNoun,
  agentsNoun,
  teamsNoun,
  inboxNoun,
  notificationsNoun,
  runsNoun,
  tasksNoun,
  historyNoun,
  usageNoun,
  irisNoun,
] as const
