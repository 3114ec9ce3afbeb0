import { createRoute, createRouter } from '@tanstack/react-router'
import { pages } from '../pages.ts'
import { Login } from '../pages/login.tsx'
import { Fault, NotFound } from './not-found.tsx'
import { root, shell } from './shell-route.ts'
import { Shell } from './shell.tsx'

type PageRoute = (typeof pages)[number]['routes'][number]

root.update({ notFoundComponent: NotFound })
shell.update({ component: Shell })
const login = createRoute({ getParentRoute: () => root, path: '/login', component: Login })
const routes = pages.flatMap<PageRoute>(({ routes }) => routes)

/** The pages and their addresses. */
export const router = createRouter({
  routeTree: root.addChildren([login, shell.addChildren(routes)]),
  defaultErrorComponent: Fault,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
