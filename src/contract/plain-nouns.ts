import { plainAgents } from './agents/plain.ts'
import { plainBridge } from './bridge/plain.ts'
import { plainBuilds } from './builds/plain.ts'
import { plainChannels } from './channels/plain.ts'
import { plainChecks } from './checks/plain.ts'
import { plainConfig } from './config/plain.ts'
import { plainConnectors } from './connectors/plain.ts'
import { plainCoordinator } from './coordinator/plain.ts'
import { plainDaemon } from './daemon/plain.ts'
import { plainHistory } from './history/plain.ts'
import { plainAlerts } from './alerts/plain.ts'
import { plainIdeas } from './ideas/plain.ts'
import { plainInbox } from './inbox/plain.ts'
import { plainIris } from './iris/plain.ts'
import { plainLearning } from './learning/plain.ts'
import { plainLessons } from './lessons/plain.ts'
import { plainLeases } from './leases/plain.ts'
import { plainLog } from './log/plain.ts'
import { plainMerges } from './merges/plain.ts'
import { plainNotifications } from './notifications/plain.ts'
import { plainOrg } from './org/plain.ts'
import { plainReviews } from './reviews/plain.ts'
import { plainRulings } from './rulings/plain.ts'
import { plainRuns } from './runs/plain.ts'
import { plainSizes } from './sizes/plain.ts'
import { plainSpecs } from './specs/plain.ts'
import { plainStages } from './stages/plain.ts'
import { plainTasks } from './tasks/plain.ts'
import { plainTeams } from './teams/plain.ts'
import { plainTokens } from './tokens/plain.ts'
import { plainUsage } from './usage/plain.ts'
import { plainUx } from './ux/plain.ts'
import { plainValidations } from './validations/plain.ts'
import { plainWiki } from './wiki/plain.ts'
import { plainWorktrees } from './worktrees/plain.ts'

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
  plainSizes,
  plainSpecs,
  plainTasks,
  plainLessons,
  plainLeases,
  plainRulings,
  plainWorktrees,
  plainChecks,
  plainMerges,
  plainBuilds,
  plainReviews,
  plainLearning,
  plainValidations,
  plainUx,
  plainStages,
  plainIdeas,
  plainAlerts,
  plainCoordinator,
  plainChannels,
  plainBridge,
  plainConnectors,
  plainWiki,
  plainOrg,
  plainHistory,
  plainUsage,
  plainIris,
] as const
