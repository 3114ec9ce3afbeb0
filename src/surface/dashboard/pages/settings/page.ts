import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inShell } from '../../app/shell-route.ts'
import { statusReading, teamsReading } from '../../data/queries.ts'
import { asksReading } from '../inbox/queries.ts'
import type { Page } from '../page.ts'
import { configReading, tokensReading } from './queries.ts'

export const settings = {
  path: '/settings',
  label: 'Settings',
  group: 'house',
  key: ',',
  routes: [
    createRoute({
      ...inShell,
      path: '/settings',
      component: lazyRouteComponent(() => import('./settings.tsx'), 'Settings'),
    }),
    createRoute({
      ...inShell,
      path: '/connect/$request',
      component: lazyRouteComponent(() => import('../connect/connect.tsx'), 'Connect'),
    }),
  ],
  reads: [configReading, tokensReading, statusReading, asksReading, teamsReading],
} as const satisfies Page
