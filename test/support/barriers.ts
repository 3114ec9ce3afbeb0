import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { photograph } from './page.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds that keeps somebody from using the page as it is now. */
export async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const found = await page.evaluate<{ id: string; impact: string; nodes: { html: string }[] }[]>(
    'axe.run(document, { resultTypes: ["violations"] }).then((result) => result.violations)',
  )
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

/** The same in light, in dark and at the width of a phone, with pictures of each. */
export async function barriersEverywhere(page: Page, name: string): Promise<string[]> {
  await photograph(page, name)
  const wide = page.viewportSize() ?? { width: 1280, height: 800 }
  const looks = [
    { theme: 'light', size: wide },
    { theme: 'dark', size: wide },
    { theme: 'light', size: { width: 390, height: 844 } },
    { theme: 'dark', size: { width: 390, height: 844 } },
  ] as const
  const found: string[] = []
  for (const { theme, size } of looks) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.setViewportSize(size)
    found.push(...(await barriers(page)).map((barrier) => `${name}, ${theme}, ${size.width} px: ${barrier}`))
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    if (Number(overflow) > 0) found.push(`${name}, ${size.width} px: ${Number(overflow)} px too wide`)
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize(wide)
  return found
}
