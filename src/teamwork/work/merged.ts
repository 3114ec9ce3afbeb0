import type { TaskId, TaskStatus } from '../../contract/index.ts'
import type { MergeSubject } from '../../core/merges/index.ts'
import { keyOf, type WorkContext } from './context.ts'
import { findBuild } from './control.ts'
import type { BuildRow } from './rows.ts'

const ofBuild = /^bld_|-b[1-9]\d*$/

/** The branch of a whole build as something to be merged. */
export function mergedBuild(context: WorkContext, name: string): MergeSubject | undefined {
  if (!ofBuild.test(name)) return undefined
  const build = findBuild(context, name)
  const key = keyOf(build)
  const rows = context.rows.tasksOf(build.id)
  const done = rows.filter(({ outcome }) => outcome === 'complete').length
  return {
    // A merge is kept under the id of what was merged.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    task: build.id as unknown as TaskId,
    key,
    title: `${done} of ${rows.length} tasks of ${key}`,
    status: statusOf(build),
    project: build.project,
    branch: build.branch ?? `build/${key}`,
  }
}

function statusOf({ outcome, endedAt }: BuildRow): TaskStatus {
  if (outcome === 'complete') return 'complete'
  return endedAt === null ? 'in_progress' : 'failed'
}
