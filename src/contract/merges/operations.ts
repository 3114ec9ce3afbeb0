import { z } from 'zod'
import { operation, people, readers } from '../operation.ts'
import { TaskName } from '../tasks/schemas.ts'
import { TeamName } from '../teams/schemas.ts'
import {
  BranchName,
  Change,
  Commit,
  FileChange,
  Forecast,
  Merge,
  MergedName,
  MergeHow,
  MergeId,
  MergePlan,
  Push,
  UndoPlan,
} from './schemas.ts'

const OfTask = z.object({ task: TaskName })
const OfMerged = z.object({ task: MergedName })
const Into = { into: BranchName.optional().describe('The target; without it the main branch') }
const Way = { ...Into, how: MergeHow.optional().describe('Without it `git.merge` of the config') }
const Back = {
  how: z
    .enum(['restored', 'reverted'])
    .default('restored')
    .describe('Put the target back where it was, or take the merge back with a commit on top'),
}
const after = z.coerce.number().int().min(0).default(0).describe('Pass `next` of the page before')

/** What can be done with merges. */
export const operations = {
  listMerges: operation({
    summary: 'Merges, the newest first',
    input: z.object({
      team: TeamName.optional().describe('Only those of the project this team works in'),
      task: MergedName.optional(),
      before: MergeId.optional().describe('Merges before this one: pass `next` of the page before'),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    output: z.object({ merges: z.array(Merge), next: MergeId.nullable() }),
    for: readers,
  }),
  getForecast: operation({
    summary: 'Which open branches of a project’s tasks conflict with the target or with each other',
    input: z.object({ team: TeamName, ...Into }),
    output: Forecast,
    for: readers,
  }),
  planMerge: operation({
    summary: 'What merging a task’s branch will do, and what stands against it',
    input: OfMerged.extend(Way),
    output: MergePlan,
    for: readers,
  }),
  mergeTask: operation({
    summary: 'Merges a task’s branch, as it was planned',
    input: OfMerged.extend({
      ...Way,
      commit: Commit.describe('Where the branch is, as the plan said'),
      target: Commit.describe('Where the target is, as the plan said'),
    }),
    output: Merge,
    for: people,
  }),
  planUndo: operation({
    summary: 'What undoing the newest merge of a task will do, and what stands against it',
    input: OfMerged.extend(Back),
    output: UndoPlan,
    for: readers,
  }),
  undoMerge: operation({
    summary: 'Undoes the newest merge of a task: restores the target, or reverts the merge on top of it',
    input: OfMerged.extend({ ...Back, target: Commit.describe('Where the target is, as the plan said') }),
    output: Merge,
    for: people,
  }),
  getChange: operation({
    summary: 'The files that a task’s branch changes, page by page',
    input: OfTask.extend({ ...Into, after, limit: z.coerce.number().int().min(1).max(1000).default(200) }),
    output: Change,
    for: readers,
  }),
  getChangedFile: operation({
    summary: 'What a task’s branch changes in one file, page by page',
    input: OfTask.extend({
      ...Into,
      path: z.string().min(1).max(4096),
      after,
      lines: z.coerce
        .number()
        .int()
        .min(1)
        .max(2000)
        .default(500)
        .describe('About how many lines a page has'),
    }),
    output: FileChange,
    for: readers,
  }),
  pushTask: operation({
    summary: 'Pushes a task’s branch, and makes its pull request where the config wants one',
    input: OfTask,
    output: Push,
    for: people,
  }),
}
