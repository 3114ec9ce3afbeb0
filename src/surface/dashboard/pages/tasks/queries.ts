import { queryOptions } from '@tanstack/react-query'
import type { Client } from '../../../../client/index.ts'
import type { EventEnvelope, Task } from '../../../../contract/plain.ts'
import { reading } from '../../data/reading.ts'

const slice = 1000
const maxSlices = 10
const historySlice = 1000
const maxHistorySlices = 5

/** Every task that a page holds, without its text. */
export interface AllTasks {
  tasks: readonly Task[]
  /** How many there are in all; a page holds 10,000. */
  total: number
}

export const tasksReading = reading({
  subject: 'tasks',
  staleOn: ['task'],
  queries: (client) => ({
    tasks: queryOptions({ queryKey: ['tasks', 'all'], queryFn: () => readTasks(client) }),
    task: (task: string) =>
      queryOptions({ queryKey: ['tasks', 'one', task], queryFn: () => client.call('getTask', { task }) }),
    attempts: (task: string) =>
      queryOptions({
        queryKey: ['tasks', 'attempts', task],
        queryFn: () => client.call('listAttempts', { task }),
      }),
    history: (task: string) =>
      queryOptions({ queryKey: ['tasks', 'history', task], queryFn: () => readHistory(client, task) }),
  }),
})

async function readTasks(client: Client): Promise<AllTasks> {
  const found = await client.call('listTasks', { limit: slice, texts: 'none' })
  const total = Object.values(found.counts).reduce((sum, count) => sum + count, 0)
  const tasks = [...found.tasks]
  for (let page = 1, { next } = found; page < maxSlices && next !== null; page += 1) {
    const more = await client.call('listTasks', { limit: slice, texts: 'none', after: next })
    tasks.push(...more.tasks)
    ;({ next } = more)
  }
  return { tasks, total }
}

/** What happened to a task, the newest first. */
export interface TaskHistory {
  events: readonly EventEnvelope[]
  /** False when older events were not looked through. */
  isWhole: boolean
}

/** The log has no index by task: the newest events about tasks are looked through. */
async function readHistory(client: Client, task: string): Promise<TaskHistory> {
  const types = ['task.created', 'task.changed', 'task.linked']
  const events: EventEnvelope[] = []
  let before = Number.MAX_SAFE_INTEGER
  for (let page = 0; page < maxHistorySlices; page += 1) {
    const found = await client.call('readEvents', { types, before, limit: historySlice })
    const about = found.events.filter(({ data }) => isAbout(data, task))
    events.push(...about.toReversed())
    if (about.some(({ type }) => type === 'task.created') || found.previous === null)
      return { events, isWhole: true }
    before = found.previous
  }
  return { events, isWhole: false }
}

function isAbout(data: unknown, task: string): boolean {
  return typeof data === 'object' && data !== null && 'task' in data && data.task === task
}
