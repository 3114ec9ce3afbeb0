import { createRoute } from '@tanstack/react-router'
import { inShell } from '../../app/shell-route.ts'
import { sessionsReading, statusReading, teamsReading } from '../../data/queries.ts'
import { buildsReading } from '../builds/queries.ts'
import { ideasReading } from '../ideas/queries.ts'
import { asksReading } from '../inbox/queries.ts'
import { orgsReading } from '../org/queries.ts'
import type { Page } from '../page.ts'
import { runsReading } from '../runs/queries.ts'
import { sessionReading } from '../session/queries.ts'
import { specsReading } from '../specs/queries.ts'
import { usageReading } from '../usage/queries.ts'
import { Overview } from './overview.tsx'
import { problemEventsReading, limitsReading, tailReading } from './queries.ts'

export const overview = {
  path: '/',
  label: 'Overview',
  group: 'now',
  key: 'o',
  isNear: true,
  // The first page comes with the rest; all others are fetched when they are opened.
  routes: [createRoute({ ...inShell, path: '/', component: Overview })],
  reads: [
    teamsReading,
    sessionsReading,
    statusReading,
    asksReading,
    runsReading,
    specsReading,
    buildsReading,
    ideasReading,
    orgsReading,
    usageReading,
    limitsReading,
    sessionReading,
    problemEventsReading,
    tailReading,
  ],
} as const satisfies Page
