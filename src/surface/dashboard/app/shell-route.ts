import { createRootRoute, createRoute } from '@tanstack/react-router'

export const root = createRootRoute()
/** What stays while pages change; the router gives it what it draws. */
export const shell = createRoute({ getParentRoute: () => root, id: 'shell' })
/** Where the route of a page hangs. */
export const inShell = { getParentRoute: (): typeof shell => shell }
