import type { Page } from 'playwright-core'
import type { Stage } from './stage.ts'

/** One page as the README and the guides show it. */
export interface Shot {
  /** The name of its pictures: `<name>.png`, `<name>-dark.png`, `<name>-phone.png`, `<name>-phone-dark.png`. */
  name: string
  path: (stage: Stage) => string
  /** Settles once the page shows what the picture is about. */
  ready: (page: Page) => Promise<void>
}

/** The pictures, in the order in which they are taken. */
export const shots: readonly Shot[] = [
  {
    name: 'overview',
    path: () => '/',
    ready: (page) => page.getByText('rm -rf build && npm run build').first().waitFor(),
  },
  {
    name: 'inbox',
    path: () => '/inbox',
    ready: (page) => page.locator('fieldset kbd').first().waitFor(),
  },
  {
    name: 'session',
    path: ({ session }) => `/sessions/${session}`,
    ready: (page) => page.getByText('The sign-in test passes again.').first().waitFor(),
  },
  {
    name: 'run',
    path: ({ run }) => `/runs/${run}`,
    ready: (page) => page.getByText('Jonas').first().waitFor(),
  },
]

/** How each page is photographed. */
export const looks = [
  { suffix: '', theme: 'light', width: 1280, height: 800 },
  { suffix: '-dark', theme: 'dark', width: 1280, height: 800 },
  { suffix: '-phone', theme: 'light', width: 390, height: 844, isPhone: true },
  { suffix: '-phone-dark', theme: 'dark', width: 390, height: 844, isPhone: true },
] as const
