import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { picture } from './page.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// A theme changes colours and nothing else, so in the second one only these can find something new.
const aboutColours = ['color-contrast', 'link-in-text-block']

/** What axe finds that keeps somebody from using the page as it is now, by all rules or by some. */
export async function barriers(page: Page, rules?: readonly string[]): Promise<string[]> {
  // It is half a megabyte: once for each document is enough.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe)
  const found = await page.evaluate<{ id: string; impact: string; nodes: { html: string }[] }[]>(
    `axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) })}).then((result) => result.violations)`,
  )
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

const wide = { width: 1280, height: 800 }
const narrow = { width: 390, height: 844 }
const looks = [
  { of: 'desk', theme: 'light', size: wide },
  { of: 'desk', theme: 'dark', size: wide },
  { of: 'phone', theme: 'light', size: narrow },
  { of: 'phone', theme: 'dark', size: narrow },
] as const

/** The same in light and dark, at a desk and on a phone, with pictures. Nothing may be wider than its page. */
export async function barriersEverywhere(
  page: Page,
  name: string,
  places: readonly ('desk' | 'phone')[] = ['desk', 'phone'],
): Promise<string[]> {
  const found: string[] = []
  for (const { of, theme, size } of looks.filter((look) => places.includes(look.of))) {
    const where = `${name}-${of}-${theme}`
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.setViewportSize(size)
    await picture(page, where)
    const rules = theme === 'dark' ? aboutColours : undefined
    found.push(...(await barriers(page, rules)).map((barrier) => `${where}: ${barrier}`))
    const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
    if (overflow > 0) found.push(`${where}: ${overflow} px too wide`)
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  if (places.includes('desk')) await page.setViewportSize(wide)
  return found
}
