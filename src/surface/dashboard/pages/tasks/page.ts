import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inShell } from '../../app/shell-route.ts'
import { changeReading } from '../../parts/change/queries.ts'
import type { Page } from '../page.ts'
import { leasesReading, worktreesReading } from './places-queries.ts'
import { tasksReading } from './queries.ts'
import { readSearch } from './search.ts'

export const tasks = {
  path: '/tasks',
  label: 'Tasks',
  group: 'work',
  key: 't',
  keys: [
    {
      on: 'Tasks',
      keys: [
        ['/', 'find by words'],
        ['1 2 3 4 5', 'graph, board, list, leases, worktrees'],
        ['← →', 'what it waits for, what waits for it'],
        ['↑ ↓', 'previous, next beside it'],
        ['↵', 'open the task'],
        ['+ - 0', 'zoom in, out, see all'],
        ['Esc', 'close the task'],
      ],
    },
  ],
  routes: [
    createRoute({
      ...inShell,
      path: '/tasks',
      validateSearch: readSearch,
      component: lazyRouteComponent(() => import('./tasks.tsx'), 'Tasks'),
    }),
    createRoute({
      ...inShell,
      path: '/tasks/$task',
      component: lazyRouteComponent(() => import('./task-page.tsx'), 'TaskPage'),
    }),
  ],
  reads: [tasksReading, leasesReading, worktreesReading, changeReading],
} as const satisfies Page
