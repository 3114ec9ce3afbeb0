import { agentsNoun } from './agents/index.ts'
import { alertsNoun } from './alerts/index.ts'
import { bridgeNoun } from './bridge/index.ts'
import { buildsNoun } from './builds/index.ts'
import { channelsNoun } from './channels/index.ts'
import { checksNoun } from './checks/index.ts'
import { configNoun } from './config/index.ts'
import { connectorsNoun } from './connectors/index.ts'
import { coordinatorNoun } from './coordinator/index.ts'
import { daemonNoun } from './daemon/index.ts'
import { historyNoun } from './history/index.ts'
import { ideasNoun } from './ideas/index.ts'
import { inboxNoun } from './inbox/index.ts'
import { irisNoun } from './iris/index.ts'
import { learningNoun } from './learning/index.ts'
import { lessonsNoun } from './lessons/index.ts'
import { leasesNoun } from './leases/index.ts'
import { logNoun } from './log/index.ts'
import { mergesNoun } from './merges/index.ts'
import { notificationsNoun } from './notifications/index.ts'
import { orgNoun } from './org/index.ts'
import { reviewsNoun } from './reviews/index.ts'
import { rulingsNoun } from './rulings/index.ts'
import { runsNoun } from './runs/index.ts'
import { sizesNoun } from './sizes/index.ts'
import { specsNoun } from './specs/index.ts'
import { stagesNoun } from './stages/index.ts'
import { tasksNoun } from './tasks/index.ts'
import { teamsNoun } from './teams/index.ts'
import { tokensNoun } from './tokens/index.ts'
import { usageNoun } from './usage/index.ts'
import { uxNoun } from './ux/index.ts'
import { validationsNoun } from './validations/index.ts'
import { wikiNoun } from './wiki/index.ts'
import { worktreesNoun } from './worktrees/index.ts'

export * from './agents/index.ts'
export * from './bridge/index.ts'
export * from './builds/index.ts'
export * from './channels/index.ts'
export * from './checks/index.ts'
export * from './config/index.ts'
export * from './connectors/index.ts'
export * from './coordinator/index.ts'
export * from './daemon/index.ts'
export * from './alerts/index.ts'
export * from './history/index.ts'
export * from './ideas/index.ts'
export * from './inbox/index.ts'
export * from './iris/index.ts'
export * from './lessons/index.ts'
export * from './learning/index.ts'
export * from './leases/index.ts'
export * from './log/index.ts'
export * from './merges/index.ts'
export * from './notifications/index.ts'
export * from './org/index.ts'
export * from './reviews/index.ts'
export * from './rulings/index.ts'
export * from './runs/index.ts'
export * from './sizes/index.ts'
export * from './specs/index.ts'
export * from './stages/index.ts'
export * from './tasks/index.ts'
export * from './teams/index.ts'
export * from './tokens/index.ts'
export * from './usage/index.ts'
export * from './ux/index.ts'
export * from './validations/index.ts'
export * from './wiki/index.ts'
export * from './worktrees/index.ts'

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
  sizesNoun,
  specsNoun,
  tasksNoun,
  lessonsNoun,
  leasesNoun,
  rulingsNoun,
  worktreesNoun,
  checksNoun,
  mergesNoun,
  buildsNoun,
  reviewsNoun,
  learningNoun,
  validationsNoun,
  uxNoun,
  stagesNoun,
  ideasNoun,
  alertsNoun,
  coordinatorNoun,
  channelsNoun,
  bridgeNoun,
  connectorsNoun,
  wikiNoun,
  orgNoun,
  historyNoun,
  usageNoun,
  irisNoun,
] as const
