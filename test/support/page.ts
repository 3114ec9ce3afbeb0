import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Client } from '../../src/client/index.ts'

const folder = join(import.meta.dirname, '..', '..', 'artifacts', 'screens')

// Ends what hangs; a busy machine may be slow.
const patience = 60_000

/** A browser of its own that was let in, and what went wrong in it. */
export interface Visitor {
  context: BrowserContext
  page: Page
  /** Faults of the page and refusals of its policy; a good page has none. */
  faults: string[]
}

export interface VisitorOptions {
  theme?: 'light' | 'dark'
  width?: number
  height?: number
  /** Pixels of the picture for each pixel of the page. */
  scale?: number
  /** With a finger instead of a mouse and a keyboard. */
  isPhone?: boolean
}

/** Opens the dashboard by a link of `iris open`, as a person would. */
export async function visit(
  browser: Browser,
  client: Client,
  options: VisitorOptions = {},
): Promise<Visitor> {
  const { theme = 'light', width = 1280, height = 800, scale = 1, isPhone = false } = options
  const viewport = { width, height }
  const context = await browser.newContext({
    colorScheme: theme,
    viewport,
    deviceScaleFactor: scale,
    hasTouch: isPhone,
    isMobile: isPhone,
  })
  context.setDefaultTimeout(patience)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  const { url } = await client.call('createLoginLink', {})
  await page.goto(url)
  await page.waitForURL((at) => at.pathname === '/')
  return { context, page, faults }
}

/**
 * Presses `g` and a letter in one go, once the page is there to hear it:
 * it waits a second and a half for the letter.
 */
export async function goByKeys(page: Page, letter: string): Promise<void> {
  await page.getByRole('link', { name: 'Inbox' }).first().waitFor()
  await Promise.all([page.keyboard.press('g'), page.keyboard.press(letter)])
}

/** Pictures are for people who look at them: three hundred of them are half a minute of a test run. */
const isWanted = process.env['IRIS_PICTURES'] === '1'

/** Keeps a picture of a page as it is, if they are wanted. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!isWanted) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

/** Keeps pictures of a page in light, dark and at the width of a phone, if they are wanted. */
export async function photograph(page: Page, name: string): Promise<void> {
  if (!isWanted) {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    return
  }
  const wide = page.viewportSize() ?? { width: 1280, height: 800 }
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await picture(page, `${name}-${theme}`)
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 390, height: 844 })
  await picture(page, `${name}-phone`)
  await page.setViewportSize(wide)
}
