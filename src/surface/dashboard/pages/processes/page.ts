import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inShell } from '../../app/shell-route.ts'
import { statusReading } from '../../data/queries.ts'
import type { Page } from '../page.ts'
import { processesReading } from './queries.ts'

export const processes = {
  path: '/processes',
  label: 'Processes',
  group: 'house',
  key: 'p',
  routes: [
    createRoute({
      ...inShell,
      path: '/processes',
      component: lazyRouteComponent(() => import('./processes.tsx'), 'Processes'),
    }),
  ],
  reads: [processesReading, statusReading],
} as const satisfies Page
