import { expect, onTestFinished, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { photograph, visit } from '../support/page.ts'
import { freePort } from '../support/ports.ts'
import { openTeams } from '../support/teams.ts'

test('[DSH24] a page outlives a restart of the daemon: it says what is stale, comes back by itself and has missed nothing', async () => {
  const lines = '  - when: { says: /./ }\n    reply:\n      - text: Said while you were away.\n'
  const world = await openTeams({ lines, teams: { shop: {} }, settings: { httpPort: await freePort() } })
  onTestFinished(() => world.end())
  const browser = await openBrowser()
  onTestFinished(() => browser.close())
  const { session } = await world.ask('hello', 'shop')
  const { page } = await visit(browser, world.client)
  await page.goto(`${world.daemon.url}/sessions/${session}`)
  await page.getByText('Said while you were away.').first().waitFor()
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/usage-')),
  )
  await world.daemon.close('to be started again')
  await page.getByText(/Iris is not answering\. What you see is .* old; trying again\./).waitFor()
  await photograph(page, 'stale')
  await page.getByText('If it was stopped: iris start --background').waitFor()
  await page.getByRole('link', { name: 'Usage' }).click()
  await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor()
  await page.goBack()
  // It is said for a few seconds only.
  const back = page.getByText('Reconnected. Nothing was missed.').waitFor()
  await world.restart()
  await back
  await world.ask('and again', 'shop')
  await page.getByRole('log').getByText('and again', { exact: true }).waitFor()
  await expect.poll(() => page.getByText('Said while you were away.', { exact: true }).count()).toBe(2)
})
