import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inShell } from '../../app/shell-route.ts'
import { teamsReading } from '../../data/queries.ts'
import type { Page } from '../page.ts'
import { fileReading, wikiReading } from './queries.ts'
import { readSearch } from './search.ts'

export const wiki = {
  path: '/wiki',
  label: 'Wiki',
  group: 'work',
  key: 'w',
  keys: [
    {
      on: 'Wiki',
      keys: [
        ['/', 'search pages'],
        ['e', 'edit the page'],
        ['h', 'its history'],
        ['r', 'rename it'],
        ['n', 'a new page'],
        ['Mod+↵', 'save what is edited'],
      ],
    },
  ],
  routes: [
    createRoute({
      ...inShell,
      path: '/wiki',
      validateSearch: readSearch,
      component: lazyRouteComponent(() => import('./wiki.tsx'), 'Wiki'),
    }),
  ],
  reads: [wikiReading, fileReading, teamsReading],
} as const satisfies Page
