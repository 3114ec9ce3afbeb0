import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inShell } from '../../app/shell-route.ts'
import type { Page } from '../page.ts'
import { tasksReading } from '../tasks/queries.ts'
import { specsReading } from './queries.ts'

export const specs = {
  path: '/specs',
  label: 'Specs',
  group: 'work',
  key: 'c',
  routes: [
    createRoute({
      ...inShell,
      path: '/specs',
      component: lazyRouteComponent(() => import('./specs.tsx'), 'Specs'),
    }),
    createRoute({
      ...inShell,
      path: '/specs/$spec',
      component: lazyRouteComponent(() => import('./spec.tsx'), 'SpecPage'),
    }),
  ],
  reads: [specsReading, tasksReading],
} as const satisfies Page
