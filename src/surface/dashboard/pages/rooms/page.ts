import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inShell } from '../../app/shell-route.ts'
import { teamsReading } from '../../data/queries.ts'
import { asksReading } from '../inbox/queries.ts'
import type { Page } from '../page.ts'
import { RoomsCount } from './count.tsx'
import { roomsReading } from './queries.ts'

export const rooms = {
  path: '/rooms',
  label: 'Rooms',
  group: 'talk',
  key: 'm',
  Count: RoomsCount,
  keys: [
    {
      on: 'A room',
      keys: [
        ['m', 'write a message'],
        ['u', 'jump to what is unread'],
        ['Esc', 'back to what was said'],
      ],
    },
  ],
  routes: [
    createRoute({
      ...inShell,
      path: '/rooms',
      component: lazyRouteComponent(() => import('./rooms.tsx'), 'Rooms'),
    }),
    createRoute({
      ...inShell,
      path: '/rooms/$room',
      component: lazyRouteComponent(() => import('./rooms.tsx'), 'RoomPage'),
    }),
  ],
  reads: [roomsReading, asksReading, teamsReading],
} as const satisfies Page
