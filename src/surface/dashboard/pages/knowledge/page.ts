import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inShell } from '../../app/shell-route.ts'
import type { Page } from '../page.ts'
import { knowledgeReading } from './queries.ts'

export const knowledge = {
  path: '/knowledge',
  label: 'Knowledge',
  group: 'work',
  key: 'k',
  routes: [
    createRoute({
      ...inShell,
      path: '/knowledge',
      component: lazyRouteComponent(() => import('./knowledge.tsx'), 'Knowledge'),
    }),
    createRoute({
      ...inShell,
      path: '/knowledge/$build',
      component: lazyRouteComponent(() => import('./review.tsx'), 'ReviewPage'),
    }),
  ],
  reads: [knowledgeReading],
} as const satisfies Page
