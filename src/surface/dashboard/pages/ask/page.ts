import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inShell } from '../../app/shell-route.ts'
import { asksReading } from '../inbox/queries.ts'
import type { Page } from '../page.ts'
import { chatReading } from './queries.ts'

export const askIris = {
  path: '/ask',
  label: 'Ask Iris',
  group: 'talk',
  key: 'a',
  isNear: true,
  routes: [
    createRoute({
      ...inShell,
      path: '/ask',
      component: lazyRouteComponent(() => import('./ask.tsx'), 'AskIris'),
    }),
  ],
  reads: [chatReading, asksReading],
} as const satisfies Page
