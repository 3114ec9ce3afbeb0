import type { MergeHow, Task } from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { GitPlace } from '../../platform/git/index.ts'
import type { Projects } from '../../platform/projects/index.ts'
import type { Checks } from '../checks/index.ts'
import type { EventLog } from '../store/index.ts'
import type { Tasks } from '../tasks/index.ts'
import type { Forecasting } from './forecasting.ts'
import type { PushRows } from './push-rows.ts'
import type { MergeRows } from './rows.ts'

/** A moment of a merge or an undo at which a kill can come. */
export type Step = 'planned' | 'written' | 'begun' | 'moving' | 'checkout moved' | 'branch moved' | 'recorded'

/** The `git` section of the config, as far as it is about merging. */
export interface MergeSettings {
  merge: MergeHow
  push: 'never' | 'done'
  pullRequest: boolean
  /** The main branch, where it is not the usual one. */
  main?: string | undefined
}

/** What is merged: a task, or something else with a branch of its own. */
export interface MergeSubject extends Pick<Task, 'task' | 'key' | 'title' | 'status' | 'project'> {
  branch: string
}

/** What the functions of this folder work with. */
export interface MergesContext {
  log: Pick<EventLog, 'write' | 'settle'>
  clock: Clock
  rows: MergeRows
  tasks: Pick<Tasks, 'get' | 'project' | 'projectOf'>
  checks: Pick<Checks, 'list' | 'findings'>
  /** What else has a branch that can be merged: builds. */
  others: (name: string) => MergeSubject | undefined
  projects: Pick<Projects, 'isThere'>
  environment: Readonly<Record<string, string>>
  /** The environment of `gh` and `glab`, with what they sign in by. */
  hostEnvironment: Readonly<Record<string, string | undefined>>
  settings: () => MergeSettings
  /** Refuses a git that is too old. */
  hasNewGit: (place: GitPlace) => Promise<void>
  /** One thing at a time is changed in a repository. */
  alone: <T>(root: string, work: () => Promise<T>) => Promise<T>
  /** Hears how far a merge is; tests end the process there. */
  at: (step: Step) => void
}

/** What pushing works with besides. */
export type PushContext = MergesContext & { pushes: PushRows; forecasting: Forecasting }
