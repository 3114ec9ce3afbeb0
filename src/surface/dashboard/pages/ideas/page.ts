import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inShell } from '../../app/shell-route.ts'
import { teamsReading } from '../../data/queries.ts'
import { changeReading } from '../../parts/change/queries.ts'
import { buildsReading } from '../builds/queries.ts'
import { uxReading } from '../builds/ux/queries.ts'
import { asksReading } from '../inbox/queries.ts'
import { knowledgeReading } from '../knowledge/queries.ts'
import type { Page } from '../page.ts'
import { specsReading } from '../specs/queries.ts'
import { ideasReading } from './queries.ts'

export const ideas = {
  path: '/ideas',
  label: 'Ideas',
  group: 'talk',
  key: 'd',
  routes: [
    createRoute({
      ...inShell,
      path: '/ideas',
      component: lazyRouteComponent(() => import('./ideas.tsx'), 'Ideas'),
    }),
    createRoute({
      ...inShell,
      path: '/ideas/$idea',
      component: lazyRouteComponent(() => import('./idea.tsx'), 'IdeaPage'),
    }),
  ],
  reads: [
    ideasReading,
    asksReading,
    teamsReading,
    specsReading,
    buildsReading,
    uxReading,
    knowledgeReading,
    changeReading,
  ],
} as const satisfies Page
