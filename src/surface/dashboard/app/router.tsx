import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { Login } from '../pages/login.tsx'
import { Overview } from '../pages/overview/overview.tsx'
import { Fault, NotFound } from './not-found.tsx'
import { Shell } from './shell.tsx'

const root = createRootRoute({ notFoundComponent: NotFound })
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell })
const parent = { getParentRoute: () => shell }
const pages = [
  createRoute({ ...parent, path: '/', component: Overview }),
  createRoute({
    ...parent,
    path: '/inbox',
    validateSearch: ({ ask }: Record<string, unknown>): { ask?: string } =>
      typeof ask === 'string' ? { ask } : {},
    component: lazyRouteComponent(() => import('../pages/inbox/inbox.tsx'), 'Inbox'),
  }),
  createRoute({
    ...parent,
    path: '/inbox/figures',
    component: lazyRouteComponent(() => import('../pages/inbox/figures.tsx'), 'Figures'),
  }),
  createRoute({
    ...parent,
    path: '/runs',
    component: lazyRouteComponent(() => import('../pages/runs/runs.tsx'), 'Runs'),
  }),
  createRoute({
    ...parent,
    path: '/runs/$run',
    component: lazyRouteComponent(() => import('../pages/runs/run.tsx'), 'RunPage'),
  }),
  createRoute({
    ...parent,
    path: '/sessions',
    component: lazyRouteComponent(() => import('../pages/history/history.tsx'), 'History'),
  }),
  createRoute({
    ...parent,
    path: '/sessions/$session',
    component: lazyRouteComponent(() => import('../pages/session/session.tsx'), 'SessionPage'),
  }),
  createRoute({
    ...parent,
    path: '/usage',
    component: lazyRouteComponent(() => import('../pages/usage/usage.tsx'), 'Usage'),
  }),
  createRoute({
    ...parent,
    path: '/processes',
    component: lazyRouteComponent(() => import('../pages/processes/processes.tsx'), 'Processes'),
  }),
  createRoute({
    ...parent,
    path: '/ask',
    component: lazyRouteComponent(() => import('../pages/ask/ask.tsx'), 'AskIris'),
  }),
  createRoute({
    ...parent,
    path: '/settings',
    component: lazyRouteComponent(() => import('../pages/settings/settings.tsx'), 'Settings'),
  }),
] as const
const login = createRoute({ getParentRoute: () => root, path: '/login', component: Login })

/** The pages and their addresses. */
export const router = createRouter({
  routeTree: root.addChildren([login, shell.addChildren(pages)]),
  defaultErrorComponent: Fault,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
