import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inShell } from '../../app/shell-route.ts'
import { teamsReading } from '../../data/queries.ts'
import type { Page } from '../page.ts'
import { runsReading } from './queries.ts'

export const runs = {
  path: '/runs',
  label: 'Runs',
  group: 'work',
  key: 'r',
  isNear: true,
  routes: [
    createRoute({
      ...inShell,
      path: '/runs',
      component: lazyRouteComponent(() => import('./runs.tsx'), 'Runs'),
    }),
    createRoute({
      ...inShell,
      path: '/runs/$run',
      component: lazyRouteComponent(() => import('./run.tsx'), 'RunPage'),
    }),
  ],
  reads: [runsReading, teamsReading],
} as const satisfies Page
