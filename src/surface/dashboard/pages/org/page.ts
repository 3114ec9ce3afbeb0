import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inShell } from '../../app/shell-route.ts'
import { teamsReading } from '../../data/queries.ts'
import type { Page } from '../page.ts'
import { orgsReading } from './queries.ts'

export const org = {
  path: '/org',
  label: 'Org',
  group: 'talk',
  key: 'e',
  routes: [
    createRoute({
      ...inShell,
      path: '/org',
      component: lazyRouteComponent(() => import('./org.tsx'), 'Orgs'),
    }),
  ],
  reads: [orgsReading, teamsReading],
} as const satisfies Page
