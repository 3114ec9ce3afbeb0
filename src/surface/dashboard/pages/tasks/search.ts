import { taskStatuses, type TaskFilter } from '../../../views/index.ts'

const views = ['graph', 'board', 'list', 'leases', 'worktrees'] as const
export type TasksView = (typeof views)[number]

/** What the address of the page says: how tasks are shown, which of them, and which one is open. */
export interface TasksSearch extends TaskFilter {
  view?: TasksView
  task?: string
}

/** Reads it; what means nothing is left out. */
export function readSearch(search: Record<string, unknown>): TasksSearch {
  const view = views.find((name) => name === search['view'])
  const wanted: unknown[] = Array.isArray(search['status']) ? search['status'] : []
  const status = taskStatuses.filter((name) => wanted.includes(name))
  return {
    ...(view && { view }),
    ...textIn(search, 'task'),
    ...textIn(search, 'project'),
    ...textIn(search, 'phase'),
    ...textIn(search, 'words'),
    ...(status.length > 0 && { status }),
  }
}

function textIn<K extends string>(search: Record<string, unknown>, key: K): { [P in K]?: string } {
  const value = search[key]
  // The only key is the one that was asked for.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (typeof value === 'string' && value !== '' ? { [key]: value } : {}) as { [P in K]?: string }
}
