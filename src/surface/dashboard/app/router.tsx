import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { Login } from '../pages/login.tsx'
import { Overview } from '../pages/overview/overview.tsx'
import { Shell } from './shell.tsx'

const root = createRootRoute()
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell })
const overview = createRoute({ getParentRoute: () => shell, path: '/', component: Overview })
const session = createRoute({
  getParentRoute: () => shell,
  path: '/sessions/$session',
  component: lazyRouteComponent(() => import('../pages/session/session.tsx'), 'SessionPage'),
})
const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  component: lazyRouteComponent(() => import('../pages/settings/settings.tsx'), 'Settings'),
})
const login = createRoute({ getParentRoute: () => root, path: '/login', component: Login })

const tree = root.addChildren([login, shell.addChildren([overview, session, settings])])

/** The pages and their addresses. */
export const router = createRouter({ routeTree: tree, defaultPreload: 'intent', scrollRestoration: true })

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
