import { z } from 'zod'
import { operation, people, planners, readers, readersAndPlanners, readersAndWorkers } from '../operation.ts'
import { TeamName } from '../teams/schemas.ts'
import {
  EdgeType,
  Priority,
  Task,
  TaskAttempt,
  TaskCheck,
  StoredTaskStatus,
  TaskFile,
  TaskFileMistake,
  TaskName,
  TaskStatus,
} from './schemas.ts'
import { taskInTool, TaskInTool, toldTitle } from './told.ts'

const maxText = 200_000
const largestFile = 8 * 1024 * 1024
const OfTask = z.object({ task: TaskName })
const OfProject = z.object({ team: TeamName.describe('A team whose folder is in the project') })
const File = OfProject.extend({
  path: z.string().min(1).max(4000).describe('Where the file is'),
  text: z.string().max(largestFile).describe('What it says'),
})
const Edge = OfTask.extend({ type: EdgeType.default('blocks'), other: TaskName })

/** As every tool, it says how it went; how the task is stands inside, with its words fenced. */
const shown = {
  shape: z.object({ status: z.literal('ok'), task: TaskInTool }),
  from: (task: Task) => ({ status: 'ok' as const, task: taskInTool(task) }),
}

/** What can be done with tasks. */
export const operations = {
  listTasks: operation({
    summary: 'The tasks of a project, or of all, in the order of their numbers',
    input: z.object({
      team: TeamName.optional(),
      status: TaskStatus.optional(),
      after: TaskName.optional().describe('Tasks after this one: pass `next` of the slice before'),
      limit: z.coerce.number().int().min(1).max(1000).default(200),
      texts: z
        .enum(['whole', 'none'])
        .default('whole')
        .describe('Without texts a list of many is light; `text` is empty then'),
    }),
    output: z.object({
      tasks: z.array(Task),
      next: z.string().nullable().describe('Null when there are no more'),
      counts: z.partialRecord(TaskStatus, z.int()).describe('How many there are of each status'),
    }),
    for: readersAndPlanners,
    tool: {
      name: 'task_list',
      title: 'List tasks',
      effect: 'reads',
      output: {
        shape: z.object({
          status: z.literal('ok'),
          tasks: z.array(TaskInTool),
          next: z.string().nullable(),
          counts: z.partialRecord(TaskStatus, z.int()),
        }),
        from: ({ tasks, ...more }) => ({
          status: 'ok',
          tasks: tasks.map((task) => taskInTool(task, toldTitle(task))),
          ...more,
        }),
      },
    },
  }),
  createTask: operation({
    summary: 'Adds a task',
    input: OfProject.extend({
      title: z.string().trim().min(1).max(500),
      text: z.string().max(maxText).default(''),
      priority: Priority.default(2),
      phase: z.string().trim().min(1).max(64).optional(),
      files: z.array(TaskFile).max(500).default([]),
      waitsFor: z.array(TaskName).max(500).default([]).describe('Tasks that must be complete first'),
      check: TaskCheck.optional(),
    }),
    output: Task,
    for: planners,
    tool: { name: 'task_create', title: 'Add a task', effect: 'starts', output: shown },
  }),
  importTasks: operation({
    summary: 'Adds the tasks of a file in any known format, or follows what changed in it',
    input: File,
    output: z.object({
      format: z.string(),
      added: z.array(z.string()).describe('Keys'),
      changed: z.array(z.string()),
      unchanged: z.int(),
      gone: z.array(z.string()).describe('Keys of tasks that are no longer in the file; they are left'),
      warnings: z.array(TaskFileMistake),
    }),
    for: people,
  }),
  orderTasks: operation({
    summary:
      'The unfinished tasks of a project in the order they can be worked, and which of them meet in a file',
    input: OfProject,
    output: z.object({
      order: z.array(z.string()).describe('Keys'),
      waves: z.array(z.array(z.string())).describe('Keys of tasks that wait for none of the same wave'),
      conflicts: z.array(z.object({ path: z.string(), tasks: z.array(z.string()) })),
      owners: z
        .array(z.object({ path: z.string(), task: z.string() }))
        .describe('Which unfinished task comes first of those that plan to write a file'),
      warnings: z.array(z.string()),
    }),
    for: readers,
  }),
  exportTasks: operation({
    summary: 'The tasks of a project as a file',
    input: OfProject.extend({ format: z.enum(['spec-kit', 'seed']).default('spec-kit') }),
    output: z.object({ text: z.string() }),
    for: readers,
  }),
  markTaskFile: operation({
    summary:
      'The text of a task file with the status of the tasks that came from it; nothing else of it changes',
    input: File,
    output: z.object({
      text: z.string(),
      unmarked: z.array(z.string()).describe('Keys of tasks that have no mark in the file'),
    }),
    for: readers,
  }),
  getTask: operation({
    summary: 'One task with its edges, files and check',
    input: OfTask,
    output: Task,
    for: readersAndPlanners,
    tool: { name: 'task_show', title: 'Show a task', effect: 'reads', output: shown },
  }),
  changeTask: operation({
    summary: 'Finishes, skips, defers, cancels, fails or reopens a task by a person’s word',
    input: OfTask.extend({
      to: StoredTaskStatus.exclude(['in_progress']),
      from: TaskStatus.optional().describe('Refused when the task is not there any more'),
      reason: z.string().trim().max(2000).optional(),
    }),
    output: Task,
    for: people,
  }),
  prioritizeTask: operation({
    summary: 'Sets how urgent a task is',
    input: OfTask.extend({ priority: Priority }),
    output: Task,
    for: people,
  }),
  linkTask: operation({
    summary: 'Adds an edge between two tasks of a project; one that closes a circle is refused',
    input: Edge,
    output: Task,
    for: people,
  }),
  unlinkTask: operation({
    summary: 'Removes an edge',
    input: Edge,
    output: Task,
    for: people,
  }),
  planTask: operation({
    summary: 'Says which files a task writes, and what proves it',
    input: OfTask.extend({
      files: z.array(TaskFile).max(500).describe('All of them; what was planned before is replaced'),
      check: TaskCheck.optional().describe('Left as it is when it is not given'),
    }),
    output: Task,
    for: planners,
    tool: {
      name: 'task_plan',
      title: 'Plan a task',
      effect: 'starts',
      description:
        'Says which files your task creates, updates, deletes or reads, and, where nothing says so yet, which command proves it. Plan before you take the lease: the lease covers what is planned.',
      output: shown,
    },
  }),
  listAttempts: operation({
    summary: 'The tries to do a task, the first one first',
    input: OfTask,
    output: z.object({ attempts: z.array(TaskAttempt) }),
    for: readersAndWorkers,
  }),
  waiveEdge: operation({
    summary: 'Lets a task go on without another that it waits for',
    input: OfTask.extend({ other: z.string().min(1).max(500) }),
    output: Task,
    for: people,
  }),
}
