import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inShell } from '../../app/shell-route.ts'
import { sessionsReading, teamsReading } from '../../data/queries.ts'
import type { Page } from '../page.ts'
import { sessionReading } from '../session/queries.ts'

export const sessions = {
  path: '/sessions',
  label: 'Sessions',
  group: 'work',
  key: 's',
  keys: [
    { on: 'Sessions', keys: [['/', 'search what was told and answered']] },
    {
      on: 'A session',
      keys: [
        ['f', 'follow what happens'],
        ['e E', 'next, previous problem'],
        ['m', 'write a message'],
        ['Mod+↵', 'tell it'],
      ],
    },
  ],
  routes: [
    createRoute({
      ...inShell,
      path: '/sessions',
      component: lazyRouteComponent(() => import('./history.tsx'), 'History'),
    }),
    createRoute({
      ...inShell,
      path: '/sessions/$session',
      component: lazyRouteComponent(() => import('../session/session.tsx'), 'SessionPage'),
    }),
  ],
  reads: [sessionsReading, sessionReading, teamsReading],
} as const satisfies Page
