import { IrisError, type Caller, type OperationsOf, type tasksNoun } from '../../contract/index.ts'
import type { Tasks } from './tasks.ts'

/** What the operations on tasks do. Who works on one task sees those of its project, and changes that one alone. */
export function taskOperations(tasks: Tasks): OperationsOf<typeof tasksNoun> {
  return {
    listTasks: async (filter, caller) =>
      tasks.list({ ...filter, ...(await within(tasks, caller, filter.team)) }),
    async createTask(input, caller) {
      await within(tasks, caller, input.team)
      return tasks.create({ ...input, isByAgent: isDoneByCaller(caller) }, makerOf(caller))
    },
    importTasks: (file, { name }) => tasks.import(file, name),
    orderTasks: ({ team }) => tasks.plan(team),
    exportTasks: async ({ team, format }) => ({ text: await tasks.export(team, format) }),
    markTaskFile: (file) => tasks.mark(file),
    getTask: ({ task }, caller) => tasks.get(tasks.seen(task, caller)),
    changeTask: ({ task, ...wanted }, { name }) => tasks.become({ name: task, by: name }, wanted),
    prioritizeTask: ({ task, priority }, { name }) => tasks.prioritize({ name: task, by: name }, priority),
    linkTask: ({ task, ...edge }, { name }) => tasks.link({ name: task, by: name }, edge),
    unlinkTask: ({ task, ...edge }, { name }) => tasks.unlink({ name: task, by: name }, edge),
    waiveEdge: ({ task, other }, { name }) => tasks.waive({ name: task, by: name }, other),
    planTask: ({ task, ...declared }, caller) =>
      tasks.declare(
        { name: tasks.own(task, caller), by: makerOf(caller) },
        { ...declared, isWorker: caller.task !== undefined },
      ),
    listAttempts: ({ task }, caller) => ({ attempts: tasks.attempts(tasks.seen(task, caller)) }),
  }
}

/** Who leads a project or manages a task makes tasks for others, so what it says of their proof is no word of the worker. */
const isDoneByCaller = ({ kind, seat }: Caller): boolean =>
  kind === 'agent' && seat?.leads === undefined && seat?.manages === undefined

const makerOf = ({ name, seat }: Caller): string => seat?.name ?? name

/** A worker sees one project, and so does who leads it, whichever team it names. */
async function within(
  tasks: Tasks,
  { task, seat }: Caller,
  team: string | undefined,
): Promise<{ project?: string }> {
  const project = task === undefined ? seat?.leads : tasks.get(task).project
  if (project === undefined) return {}
  if (team !== undefined && (await tasks.projectOf(team)) !== project)
    throw new IrisError('TASK_NOT_YOURS', `This token is for tasks of ${project}; ${team} works elsewhere.`)
  return { project }
}
