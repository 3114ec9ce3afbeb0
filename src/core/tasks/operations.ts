import type { OperationsOf, tasksNoun } from '../../contract/index.ts'
import type { Tasks } from './tasks.ts'

/** What the operations on tasks do. */
export function taskOperations(tasks: Tasks): OperationsOf<typeof tasksNoun> {
  return {
    listTasks: (filter) => tasks.list(filter),
    createTask: (input, { name }) => tasks.create(input, name),
    importTasks: (file, { name }) => tasks.import(file, name),
    orderTasks: ({ team }) => tasks.plan(team),
    exportTasks: async ({ team, format }) => ({ text: await tasks.export(team, format) }),
    markTaskFile: (file) => tasks.mark(file),
    getTask: ({ task }) => tasks.get(task),
    changeTask: ({ task, ...wanted }, { name }) => tasks.become({ name: task, by: name }, wanted),
    prioritizeTask: ({ task, priority }, { name }) => tasks.prioritize({ name: task, by: name }, priority),
    linkTask: ({ task, ...edge }, { name }) => tasks.link({ name: task, by: name }, edge),
    unlinkTask: ({ task, ...edge }, { name }) => tasks.unlink({ name: task, by: name }, edge),
    waiveEdge: ({ task, other }, { name }) => tasks.waive({ name: task, by: name }, other),
  }
}
