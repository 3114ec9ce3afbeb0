import { z } from 'zod'
import { operation, people, readers } from '../operation.ts'
import { TaskName } from '../tasks/schemas.ts'
import { TeamName } from '../teams/schemas.ts'
import { Build, BuildLimits, BuildName } from './schemas.ts'

const OfBuild = z.object({ build: BuildName })
const OfTask = OfBuild.extend({ task: TaskName })

/** What can be done with builds. */
export const operations = {
  startBuild: operation({
    summary: 'Starts to work tasks of a project: those named, those of a file, or all that are open',
    input: z.object({
      team: TeamName,
      tasks: z.array(TaskName).max(1000).default([]).describe('None: all that are open'),
      source: z.string().max(4000).optional().describe('Only tasks that came from this file'),
      parallel: z.coerce.number().int().min(1).max(32).default(2),
      limits: BuildLimits.prefault({}),
      check: z.string().trim().min(1).max(4000).optional().describe('Proves tasks that declare no check'),
      confirmed: z.boolean().default(false).describe('Begin without showing the plan first'),
    }),
    output: Build,
    for: people,
  }),
  listBuilds: operation({
    summary: 'The builds, the newest first',
    input: z.object({
      team: TeamName.optional(),
      state: z.enum(['open', 'all']).default('all'),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    output: z.object({ builds: z.array(Build) }),
    for: readers,
  }),
  getBuild: operation({ summary: 'One build with its tasks', input: OfBuild, output: Build, for: readers }),
  confirmBuild: operation({
    summary: 'Says yes to the plan of a build',
    input: OfBuild,
    output: Build,
    for: people,
  }),
  pauseBuild: operation({
    summary: 'Begins no further task and interrupts those at work; they can go on',
    input: OfBuild,
    output: Build,
    for: people,
  }),
  resumeBuild: operation({
    summary: 'Goes on with a build that was paused',
    input: OfBuild,
    output: Build,
    for: people,
  }),
  stopBuild: operation({
    summary: 'Ends a build; what its agents did is rescued and stays on their branches',
    input: OfBuild,
    output: Build,
    for: people,
  }),
  retryBuildTask: operation({
    summary: 'Tries a task again that failed, was skipped or waits',
    input: OfTask.extend({
      guidance: z.string().trim().max(20_000).optional().describe('What to do otherwise'),
    }),
    output: Build,
    for: people,
  }),
  skipBuildTask: operation({
    summary: 'Leaves a task of a build out',
    input: OfTask,
    output: Build,
    for: people,
  }),
}
