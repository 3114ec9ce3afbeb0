import { z } from 'zod'
import { prefixedId } from '../ids.ts'
import { BuildId, BuildName } from '../builds/schemas.ts'
import { TaskId, TaskName, TaskStatus } from '../tasks/schemas.ts'

export const MergeId = prefixedId('mrg')
export type MergeId = z.infer<typeof MergeId>

/** Whose branch is merged: a task's, or that of a whole build. */
// The patterns prove the prefixes; a union of two ids would be another shape for who reads old events.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const MergedId = z
  .string()
  .refine((id) => TaskId.safeParse(id).success || BuildId.safeParse(id).success, {
    error: 'expected the id of a task or a build',
  }) as unknown as z.ZodType<TaskId | BuildId, string>

/** A task or a build, by its key or its id. */
export const MergedName = z.union([TaskName, BuildName]).describe('A task or a build, by its key or its id')

/** How a branch comes into its target: the target moves to it, a merge commit joins them, or one commit holds it all. */
export const MergeHow = z.enum(['ff', 'merge', 'squash'])
export type MergeHow = z.infer<typeof MergeHow>

export const Commit = z
  .string()
  .regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'the whole id of a commit')
  .describe('The id of a commit')

export const BranchName = z
  .string()
  .min(1)
  .max(250)
  .regex(/^(?!-)[^\p{Cc} ~^:?*[\\]+$/u, 'the name of a branch')
  .describe('A branch, without refs/heads/')

/** Where a merge, or its undo, is: begun, done, given up without an effect, or left for a person. */
export const MergeState = z.enum(['begun', 'made', 'dropped', 'stuck'])
export type MergeState = z.infer<typeof MergeState>

/** A merge that a person made. */
export const Merge = z.object({
  merge: MergeId,
  task: MergedId,
  key: z.string(),
  project: z.string(),
  state: MergeState,
  how: MergeHow,
  branch: z.string(),
  commit: Commit.describe('Where the branch was'),
  into: z.string(),
  old: Commit.describe('Where the target was'),
  new: Commit.describe('Where the merge put it'),
  checkout: z.string().nullable().describe('The folder that moved along'),
  problem: z.string().nullable().describe('Why it is stuck, and the way out'),
  by: z.string(),
  at: z.int(),
  undone: z
    .object({
      how: z.enum(['restored', 'reverted']),
      state: MergeState,
      new: Commit,
      problem: z.string().nullable(),
      by: z.string(),
      at: z.int(),
    })
    .nullable(),
})
export type Merge = z.infer<typeof Merge>

/** Something that keeps a merge or an undo from being made, in words. */
const Objection = z.object({
  code: z.string(),
  message: z.string(),
  paths: z.array(z.string()),
})
export type Objection = z.infer<typeof Objection>

const FileStatus = z.enum(['added', 'removed', 'changed', 'renamed', 'copied', 'retyped'])

/** A file that differs, with how much. */
export const ChangedFile = z.object({
  path: z.string(),
  from: z.string().nullable().describe('What it was called, when it was renamed or copied'),
  status: FileStatus,
  added: z.int().nullable().describe('Lines; null when it is binary'),
  removed: z.int().nullable(),
  isSubmodule: z.boolean(),
  mode: z.string().nullable().describe('`100644 → 100755`, when it changed'),
})
export type ChangedFile = z.infer<typeof ChangedFile>

const FileCounts = z.object({ files: z.int(), added: z.int(), removed: z.int() })

/** What a merge will do. */
export const MergePlan = z.object({
  task: MergedId,
  key: z.string(),
  title: z.string(),
  status: TaskStatus,
  how: MergeHow,
  branch: z.string(),
  commit: Commit,
  into: z.string(),
  target: Commit.describe('Where the target is'),
  commits: z
    .array(z.object({ commit: Commit, subject: z.string(), author: z.string(), at: z.int() }))
    .describe('What comes in, the newest first; at most 50'),
  commitCount: z.int(),
  files: z.array(ChangedFile).describe('At most 200'),
  counts: FileCounts,
  checkout: z.string().nullable().describe('The folder that moves along'),
  programs: z.array(z.string()).describe('Programs of the repository’s config that git will run in it'),
  conflictsWith: z
    .array(z.object({ key: z.string(), paths: z.array(z.string()) }))
    .describe('Open branches that will conflict with the target once this is merged'),
  warnings: z.array(z.string()),
  findings: z.array(z.string()).nullable().describe('What checks found; null when nobody looked'),
  against: z.array(Objection).describe('What keeps it from being merged; nothing when it can be'),
})
export type MergePlan = z.infer<typeof MergePlan>

/** What undoing a merge will do. */
export const UndoPlan = z.object({
  merge: Merge,
  into: z.string(),
  target: Commit,
  how: z.enum(['restored', 'reverted']),
  new: Commit.nullable().describe('Where the target will be; null when that is not known yet'),
  checkout: z.string().nullable(),
  programs: z.array(z.string()),
  against: z.array(Objection),
})
export type UndoPlan = z.infer<typeof UndoPlan>

const BranchState = z.enum(['merges', 'fast_forward', 'conflicts', 'nothing_new', 'unrelated', 'unknown'])

/** One open branch in a forecast. */
export const BranchForecast = z.object({
  task: TaskId,
  key: z.string(),
  title: z.string(),
  status: TaskStatus,
  branch: z.string(),
  commit: Commit,
  state: BranchState,
  files: z.int().describe('How many files it changes in the target'),
  paths: z.array(z.string()).describe('Where it conflicts; at most 50'),
  pathCount: z.int(),
})
export type BranchForecast = z.infer<typeof BranchForecast>

/** What would conflict. */
export const Forecast = z.object({
  project: z.string(),
  into: z.string(),
  target: Commit,
  branches: z.array(BranchForecast),
  conflicts: z
    .array(z.object({ a: z.string(), b: z.string(), paths: z.array(z.string()), pathCount: z.int() }))
    .describe('Pairs of keys whose branches conflict with each other'),
  computed: z.int().describe('How many merges were tried for this look; the rest was known'),
  leftOut: z.int().describe('Branches and pairs beyond the bounds'),
})
export type Forecast = z.infer<typeof Forecast>

/** What a task’s branch changes. */
export const Change = z.object({
  key: z.string(),
  branch: z.string(),
  into: z.string(),
  base: Commit.describe('Where the branch left its target'),
  commit: Commit,
  counts: FileCounts,
  isCut: z.boolean().describe('There are more files than are listed'),
  files: z.array(ChangedFile),
  next: z.int().nullable().describe('Pass it as `after`; null when there are no more'),
})

const HunkLine = z.object({
  kind: z.enum(['same', 'added', 'removed']),
  text: z.string(),
  old: z.int().nullable(),
  new: z.int().nullable(),
  isCut: z.boolean().describe('It was too long'),
  hasNoNewline: z.boolean().describe('The file ends here without a line break'),
})

/** Lines of a file that belong together. */
const Hunk = z.object({
  oldStart: z.int(),
  oldLines: z.int(),
  newStart: z.int(),
  newLines: z.int(),
  heading: z.string(),
  goesOn: z.boolean().describe('A piece of a long hunk: it goes on where the one before ended'),
  lines: z.array(HunkLine),
})
export type Hunk = z.infer<typeof Hunk>

/** What a task’s branch changes in one file. */
export const FileChange = z.object({
  base: Commit,
  commit: Commit,
  file: ChangedFile,
  hunks: z.array(Hunk),
  next: z.int().nullable().describe('Pass it as `after`; null when there are no more'),
  isCut: z.boolean().describe('The file has more changes than can be shown'),
})
export type FileChange = z.infer<typeof FileChange>

/** How pushing the branch of a task went. */
export const Push = z.object({
  task: TaskId,
  key: z.string(),
  state: z.enum(['wanted', 'made', 'failed']),
  branch: z.string(),
  remote: z.string().nullable(),
  commit: Commit.nullable(),
  pullRequest: z.string().nullable().describe('Where it is'),
  problem: z.string().nullable(),
  by: z.string(),
  at: z.int(),
})
export type Push = z.infer<typeof Push>
