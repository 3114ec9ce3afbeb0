// Makes the pictures of the README and the guides: a real daemon, Claude Code against a rehearsal, Chromium.
//   npm run screenshots [-- --only <name>]
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../test/support/browser.ts'
import { visit } from '../test/support/page.ts'
import { looks, shots } from './screenshots/shots.ts'
import { openStage, type Stage } from './screenshots/stage.ts'

const folder = join(import.meta.dirname, '..', 'docs', 'images')
const { values } = parseArgs({ options: { only: { type: 'string' } } })
const wanted = shots.filter(({ name }) => values.only === undefined || values.only === name)

mkdirSync(folder, { recursive: true })
const stage = await openStage()
const browser = await openBrowser()
try {
  for (const look of looks) await takeAll(stage, browser, look)
} finally {
  await browser.close()
  await stage.world.end()
}

async function takeAll(at: Stage, by: Browser, look: (typeof looks)[number]): Promise<void> {
  const { context, page, faults } = await visit(by, at.world.client, { ...look, scale: 2 })
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: look.theme })
  for (const { name, path, ready } of wanted) {
    await page.goto(new URL(path(at), at.world.daemon.url).href)
    await ready(page)
    const file = `${name}${look.suffix}.png`
    await page.screenshot({ path: join(folder, file), animations: 'disabled', caret: 'hide' })
    console.log(`docs/images/${file}`)
  }
  if (faults.length > 0) throw new Error(`A page has faults: ${faults.join('; ')}`)
  await context.close()
}
