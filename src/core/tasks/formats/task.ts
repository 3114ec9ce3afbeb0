/** The formats of task files that Iris reads. */
export type TaskFormat = 'spec-kit' | 'kiro' | 'openspec' | 'task-master' | 'beads' | 'ralph' | 'seed'

/** Where a task is, in the words of Iris. */
export const fileStatuses = [
  'pending',
  'ready',
  'in_progress',
  'complete',
  'failed',
  'blocked',
  'skipped',
  'deferred',
  'cancelled',
] as const
export type FileStatus = (typeof fileStatuses)[number]

/** What an edge means, read from the task that has it: it waits for the other, runs if that fails, is part of it, or has to do with it. */
export const fileEdgeTypes = ['blocks', 'on_failure_of', 'parent', 'link'] as const
export interface FileEdge {
  type: (typeof fileEdgeTypes)[number]
  to: string
}

/** What a task does to a file. */
export const impactActions = ['CREATE', 'UPDATE', 'DELETE', 'READ'] as const
export type ImpactAction = (typeof impactActions)[number]
export interface FileImpact {
  path: string
  action: ImpactAction
}

/** What the output of a check must be, besides how it exits. */
export interface CheckExpectation {
  exit: number
  stdoutIncludes?: string | undefined
  stdoutMatches?: string | undefined
  jsonPath?: string | undefined
}

/** What proves a task: a command that Iris runs, or words that a person ticks. */
export type FileCheck =
  | { command: string; expected: CheckExpectation }
  | { manual: string; command?: string | undefined }

/** A task as a file tells it. */
export interface FileTask {
  /** What the file calls it; unique in its file, unless the file repeats it. */
  id: string
  number: number
  title: string
  /** What is to be done, beyond the title. */
  text: string
  status: FileStatus
  edges: FileEdge[]
  files: FileImpact[]
  /** The heading, phase or tag under which it is. */
  group?: string
  phase?: string
  action?: string
  isOptional?: true
  /** The file says that it may run beside others; a claim to check. */
  isParallelClaim?: true
  isCheckpoint?: true
  priority?: number | string
  story?: string
  requirements?: string[]
  check?: FileCheck
  source: FileSource
  /** Whatever else the file says of it. */
  extra: Record<string, unknown>
}

/** Where a task was found; `raw` is its text as the file has it. */
interface FileSource {
  format: TaskFormat
  path: string
  id: string
  line: number
  raw: string
}

/** A place in the text that shows the status of a task, and what stands there for a status. */
export interface StatusMark {
  start: number
  end: number
  /** What the mark says now. */
  status: FileStatus
  write: (status: FileStatus) => string
}

/** The task that another is part of. */
export function parentOf(task: FileTask): string | undefined {
  return task.edges.find(({ type }) => type === 'parent')?.to
}

/** The ids that must come before a task. */
export function dependenciesOf(task: FileTask): string[] {
  return task.edges.filter(({ type }) => type === 'blocks' || type === 'on_failure_of').map(({ to }) => to)
}
