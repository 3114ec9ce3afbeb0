import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inShell } from '../../app/shell-route.ts'
import { asksReading } from '../inbox/queries.ts'
import type { Page } from '../page.ts'
import { leasesReading } from '../tasks/places-queries.ts'
import { alertsReading, coordinatorReading } from './queries.ts'

export const health = {
  path: '/health',
  label: 'Health',
  group: 'house',
  key: 'h',
  routes: [
    createRoute({
      ...inShell,
      path: '/health',
      component: lazyRouteComponent(() => import('./health.tsx'), 'Health'),
    }),
  ],
  reads: [alertsReading, asksReading, coordinatorReading, leasesReading],
} as const satisfies Page
