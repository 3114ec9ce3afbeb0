import type { Method, Route } from './noun.ts'
import { plainNouns } from './plain-nouns.ts'
import { together } from './together.ts'

const routes = together(plainNouns, 'http')

export type CallName = keyof typeof routes

type Place<R extends Route> = R extends `${infer M extends Method} ${infer P}`
  ? { method: M; path: P }
  : never
type Places = { [N in CallName]: Place<(typeof routes)[N]> }

/** Where each call of the API lives. Path parameters are named by a colon. */
export const paths = placesOf(routes)

/** Every call of the API. */
// The keys of what was just put together; TypeScript calls them strings.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const callNames = Object.keys(paths) as readonly CallName[]

function placesOf(found: Readonly<Record<CallName, Route>>): Places {
  const places = Object.entries(found).map(([name, route]) => {
    const [method, path] = route.split(' ')
    return [name, { method, path }]
  })
  // A route is a method, a space and a path.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(places) as Places
}
