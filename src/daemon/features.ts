import type { AgentHost } from '../core/agents/index.ts'
import { channelsFeature } from '../core/channels/index.ts'
import { checksFeature } from '../core/checks/index.ts'
import { connectorsFeature } from '../core/connectors/index.ts'
import { inOrder } from '../core/features/index.ts'
import { historyFeature } from '../core/history/index.ts'
import { leasesFeature } from '../core/leases/index.ts'
import { rulingsFeature } from '../core/rulings/index.ts'
import type { Inbox } from '../core/inbox/index.ts'
import { mergesFeature } from '../core/merges/index.ts'
import { lessonsFeature } from '../core/knowledge/index.ts'
import type { Sessions } from '../core/sessions/index.ts'
import type { EventLog } from '../core/store/index.ts'
import { tasksFeature } from '../core/tasks/index.ts'
import type { Tokens } from '../core/tokens/index.ts'
import type { Usage } from '../core/usage/index.ts'
import { wikiFeature } from '../core/wiki/index.ts'
import { worktreesFeature } from '../core/worktrees/index.ts'
import type { Clock } from '../platform/clock/index.ts'
import type { CompiledConfig, Environment } from '../platform/config/index.ts'
import type { Logger } from '../platform/log/index.ts'
import type { Starter } from '../platform/process/index.ts'
import type { Projects } from '../platform/projects/index.ts'
import type { Sql } from '../platform/sqlite/index.ts'
import type { Orchestrator } from '../teamwork/orchestrator/index.ts'
import type { Runs } from '../teamwork/runs/index.ts'
import { watchFeature } from '../teamwork/watch/index.ts'
import type { IrisAgent } from '../teamwork/intelligence/index.ts'
import { backendsFeature } from '../surface/backends/index.ts'
import { roomsFeature } from '../teamwork/rooms/index.ts'
import { orgFeature } from '../teamwork/supervisor/index.ts'
import { sizesFeature } from '../teamwork/sizes/index.ts'
import { workFeature } from '../teamwork/work/index.ts'
import {
  coordinatorFeature,
  ideasFeature,
  learningFeature,
  reviewsFeature,
  specsFeature,
  stagesFeature,
  uxFeature,
  validationsFeature,
} from '../teamwork/pipeline/index.ts'

/** What a feature may be made from: the ground, and what is wired by hand because it knows of each other. */
interface Core {
  sql: Sql
  log: EventLog
  clock: Clock
  logger: Logger
  environment: Environment
  config: () => CompiledConfig
  projects: Projects
  starter: Starter
  tokens: Tokens
  usage: Usage
  inbox: Inbox
  sessions: Sessions
  orchestrator: Orchestrator
  runs: Runs
  iris: IrisAgent
  agents: Pick<AgentHost, 'launchStage' | 'attach' | 'forget' | 'known'>
}

/** Every feature; each may use those before it. */
// prettier-ignore
export const features = inOrder<Core>()
  .and(historyFeature)
  .and(connectorsFeature)
  .and(channelsFeature)
  .and(rulingsFeature)
  .and(tasksFeature)
  .and(lessonsFeature)
  .and(leasesFeature)
  .and(worktreesFeature)
  .and(checksFeature)
  .and(mergesFeature)
  .and(wikiFeature)
  .and(workFeature)
  .and(sizesFeature)
  .and(watchFeature)
  .and(roomsFeature)
  .and(backendsFeature)
  .and(orgFeature)
  .and(stagesFeature)
  .and(ideasFeature)
  .and(specsFeature)
  .and(reviewsFeature)
  .and(learningFeature)
  .and(validationsFeature)
  .and(uxFeature)
  .and(coordinatorFeature)

/** The calls that features answer. */
export type FeatureOperations = ReturnType<typeof features.open>['operations']
