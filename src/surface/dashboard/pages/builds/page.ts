import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inShell } from '../../app/shell-route.ts'
import { changeReading } from '../../parts/change/queries.ts'
import { validationsReading } from '../../parts/validation/queries.ts'
import { asksReading } from '../inbox/queries.ts'
import { tailReading } from '../overview/queries.ts'
import type { Page } from '../page.ts'
import { worktreesReading } from '../tasks/places-queries.ts'
import { tasksReading } from '../tasks/queries.ts'
import { buildsReading } from './queries.ts'
import { uxPictureReading, uxReading } from './ux/queries.ts'

export const builds = {
  path: '/builds',
  label: 'Builds',
  group: 'work',
  key: 'b',
  keys: [
    {
      on: 'A build',
      keys: [
        ['↑ ↓', 'previous, next task'],
        ['↵', 'open the task'],
        ['o', 'open its session'],
        ['r', 'retry it, with words'],
        ['s', 'skip it; asks first'],
        ['p', 'pause the build, or go on'],
        ['Esc', 'close the task'],
      ],
    },
  ],
  routes: [
    createRoute({
      ...inShell,
      path: '/builds',
      component: lazyRouteComponent(() => import('./builds.tsx'), 'Builds'),
    }),
    createRoute({
      ...inShell,
      path: '/builds/ux',
      component: lazyRouteComponent(() => import('./ux/tests.tsx'), 'UxTests'),
    }),
    createRoute({
      ...inShell,
      path: '/builds/ux/$ux',
      component: lazyRouteComponent(() => import('./ux/one-test.tsx'), 'UxTestPage'),
    }),
    createRoute({
      ...inShell,
      path: '/builds/$build',
      validateSearch: readSearch,
      component: lazyRouteComponent(() => import('./build.tsx'), 'BuildPage'),
    }),
  ],
  reads: [
    buildsReading,
    asksReading,
    changeReading,
    tailReading,
    tasksReading,
    uxPictureReading,
    uxReading,
    validationsReading,
    worktreesReading,
  ],
} as const satisfies Page

/** Which task of the build is open. */
function readSearch({ task }: Record<string, unknown>): { task?: string } {
  return typeof task === 'string' && task !== '' ? { task } : {}
}
