/** A task as far as its order goes. */
export interface PlannedTask {
  id: string
  number: number
  phase?: string | undefined
  /** Ids of tasks, or `spec#task` for one of another spec. */
  dependsOn: readonly string[]
  files: readonly PlannedFile[]
  /** The higher goes first among those that are ready; 0 unless a person set it. */
  priority?: number | undefined
}

interface PlannedFile {
  path: string
  /** CREATE, UPDATE, DELETE, or one that writes nothing. */
  action: string
}

/** A mistake for which no order is given. */
export type OrderError =
  | { code: 'DUPLICATE_ID'; task: string }
  | { code: 'SELF_DEPENDENCY'; task: string }
  | { code: 'UNKNOWN_DEPENDENCY'; task: string; dependency: string; suggestion?: string }
  | { code: 'CYCLE'; cycle: string[] }

/** What is odd about a plan that has an order all the same. */
export type OrderWarning =
  | { code: 'UNKNOWN_PHASE'; task: string; phase: string }
  | { code: 'PHASE_INVERSION'; task: string; dependency: string }
  | { code: 'FILE_CONFLICTS_CUT'; path: string }

/** Two tasks that write one file and are in no declared order; the first named goes first. */
export interface FileConflict {
  path: string
  tasks: [string, string]
  actions: [string, string]
}

/** A task in the graph, with what it waits for and who waits for it. */
export interface TaskNode {
  task: PlannedTask
  rank: number
  /** Where it stands among all tasks by priority, phase, number and id. */
  place: number
  needs: TaskNode[]
  /** Dependencies of other specs, which this graph knows only by name. */
  external: string[]
}

/** A dependency on a task of another spec, written `spec#task`. */
export function isExternal(dependency: string): boolean {
  return dependency.includes('#')
}

/** By number, then by id. */
export function byNumber(one: PlannedTask, other: PlannedTask): number {
  return one.number - other.number || compareText(one.id, other.id)
}

export function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
