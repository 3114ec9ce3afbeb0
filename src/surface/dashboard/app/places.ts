import { pageGroups } from '../../views/index.ts'
import { pages } from '../pages.ts'
import type { Page } from '../pages/page.ts'

/** A page one can go to. */
export type Place = (typeof pages)[number]

/** The pages by group, as the navigation, the palette and the keys show them. */
export const placesByGroup: readonly { name: string; places: readonly Place[] }[] = pageGroups.map(
  ({ group, name }) => ({ name, places: pages.filter((page) => page.group === group) }),
)

/** The few that are always at hand on a phone. */
export const nearPlaces: readonly Place[] = pages.filter((page: Page) => page.isNear)

/** The page that a letter after `g` leads to. */
export function placeOfKey(pressed: string): Place | undefined {
  return pages.find(({ key }) => key === pressed)
}

/** The page that an address belongs to: its own, or one below it. */
export function placeAt(address: string): Place | undefined {
  return pages.find(({ path }) => address === path || (path !== '/' && address.startsWith(`${path}/`)))
}
