import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inShell } from '../../app/shell-route.ts'
import type { Page } from '../page.ts'
import { OpenCount } from './open-count.tsx'
import { asksReading } from './queries.ts'

export const inbox = {
  path: '/inbox',
  label: 'Inbox',
  group: 'now',
  key: 'i',
  isNear: true,
  keys: [
    {
      on: 'Inbox',
      keys: [
        ['j k', 'next, previous ask'],
        ['y a n 1–9', 'choose the option with that key'],
        ['↵', 'next question, or send the answers'],
        ['t', 'answer in your own words'],
        ['x', 'dismiss'],
        ['!', 'not a question'],
      ],
    },
  ],
  Count: OpenCount,
  routes: [
    createRoute({
      ...inShell,
      path: '/inbox',
      validateSearch: ({ ask }: Record<string, unknown>): { ask?: string } =>
        typeof ask === 'string' ? { ask } : {},
      component: lazyRouteComponent(() => import('./inbox.tsx'), 'Inbox'),
    }),
    createRoute({
      ...inShell,
      path: '/inbox/figures',
      component: lazyRouteComponent(() => import('./figures.tsx'), 'Figures'),
    }),
  ],
  reads: [asksReading],
} as const satisfies Page
