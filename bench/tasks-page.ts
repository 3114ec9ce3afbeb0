import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { createClient } from '../src/client/index.ts'
import { createDaemon } from '../src/daemon/index.ts'
import { openBrowser } from '../test/support/browser.ts'
import { environmentOf, makeHome } from '../test/support/daemon.ts'
import { visit } from '../test/support/page.ts'
import { manyTasks } from '../test/support/task-stories.ts'
import { median, report, smoke } from './figures.ts'

const rounds = smoke ? 2 : 20
const count = 500

/** A graph of many tasks, from the press on the link to the tasks on screen. */
export async function benchPage(): Promise<boolean[]> {
  const home = makeHome('iris-bench-tasks-')
  const shop = join(home, 'shop')
  mkdirSync(shop)
  writeFileSync(
    join(home, 'config.yaml'),
    `settings: { httpPort: 0 }\nteams:\n  shop: { path: ${JSON.stringify(shop)} }\n`,
  )
  const daemon = await createDaemon({ environment: environmentOf(home) })
  const browser = await openBrowser()
  try {
    const client = createClient({ url: daemon.url, token: daemon.token })
    await client.call('importTasks', {
      team: 'shop',
      path: join(shop, 'issues.jsonl'),
      text: manyTasks(count),
    })
    const { page } = await visit(browser, client)
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) times.push(await opened(page))
    return [report(`a page of ${count} tasks drawn`, { value: median(times), unit: 'ms', most: 500 })]
  } finally {
    await browser.close()
    await daemon.close('bench ended')
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function opened(page: Page): Promise<number> {
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.locator('[data-task]').first().waitFor({ state: 'detached' })
  const start = performance.now()
  await page.getByRole('link', { name: 'Tasks' }).click()
  await page.locator('[data-task]').first().waitFor()
  return performance.now() - start
}
