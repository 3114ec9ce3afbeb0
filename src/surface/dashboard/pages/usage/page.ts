import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inShell } from '../../app/shell-route.ts'
import type { Page } from '../page.ts'
import { usageReading } from './queries.ts'

export const usage = {
  path: '/usage',
  label: 'Usage',
  group: 'house',
  key: 'u',
  routes: [
    createRoute({
      ...inShell,
      path: '/usage',
      component: lazyRouteComponent(() => import('./usage.tsx'), 'Usage'),
    }),
  ],
  reads: [usageReading],
} as const satisfies Page
