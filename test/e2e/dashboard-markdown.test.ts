import { afterAll, beforeAll, expect, test } from 'vitest'
import { parsePlaybook } from '../../src/rehearsal/index.ts'
import { openBrowser } from '../support/browser.ts'
import { photograph, visit } from '../support/page.ts'
import { openTeams, type TeamWorld } from '../support/teams.ts'

let world: TeamWorld
let session = ''
let browser: Awaited<ReturnType<typeof openBrowser>>

const report = `# What I found

The login lets **expired *and* revoked** tokens in; see [auth.ts](src/auth.ts:12) and https://docs.example/a_b_c.

## Plan

1. Read the code
   - [x] \`src/auth.ts\`
   - [x] \`src/clock.ts\`, ~~and its copy~~
   - [ ] the callers of \`isExpired\`, which are many, and each of which has its own idea of what a minute is when the clock of the machine was set back in the meantime
2. Mend it:

   \`\`\`ts
   export const isExpired = (token: Token, now: number): boolean => now >= token.until && !token.revoked // a long line that goes on and on and on beyond the edge of the page
   \`\`\`
3. Run the tests

| Suite | Passed | Failed | Note |
|:------|-------:|-------:|:----:|
| unit | 1,204 | 0 | \`a || b\` |
| end to end | 87 | 2 | see **below** |
| with_a_name_that_is_quite_long_and_has_no_spaces_in_it | 3 | 0 | |

> Nobody noticed, because the test
> compared the clock with itself.
> - twice

![how it went](https://tracker.example/pixel.png) <img src=x onerror=alert(1)> [press](javascript:alert(1))

---
Done. \u202Etxt.exe`

beforeAll(async () => {
  const long = `${'[a](<b **c `d` '.repeat(10_000)}\n\nThe end.`
  const line = (says: string, text: string) => ({ when: { says }, reply: [{ text }] })
  const playbook = { name: 'Markdown', lines: [line('long', long), line('report', report)] }
  world = await openTeams({ playbook: parsePlaybook(JSON.stringify(playbook)), teams: { alpha: {} } })
  ;({ session } = await world.ask('a report please'))
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await world.end()
})

const address = () => `${world.daemon.url}/sessions/${session}`

test('[DSH64] [DSH65] what an agent reports is drawn with its tables, tasks and code, and fetches nothing', async () => {
  const { page, context, faults } = await visit(browser, world.client)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).host))
  await page.goto(address())
  const table = page.locator('table')
  await table.waitFor()
  const sides = await page.evaluate(
    "[...document.querySelectorAll('th')].map((cell) => getComputedStyle(cell).textAlign)",
  )
  expect(sides).toEqual(['left', 'right', 'right', 'center'])
  expect(await table.locator('tr', { hasText: 'unit' }).innerText()).toMatch(/1,204\s+0\s+a \|\| b$/)
  expect(await page.getByLabel('done', { exact: true }).count()).toBe(2)
  expect(await page.getByLabel('to do', { exact: true }).count()).toBe(1)
  expect(await page.locator('del').innerText()).toBe('and its copy')
  const links = await page.evaluate(
    "[...document.querySelectorAll('a[target=_blank]')].map((link) => [link.getAttribute('href'), link.rel])",
  )
  expect(links).toEqual([
    ['https://docs.example/a_b_c', 'noreferrer noopener'],
    ['https://tracker.example/pixel.png', 'noreferrer noopener'],
  ])
  expect(await page.getByText('auth.ts', { exact: true }).getAttribute('title')).toBe('src/auth.ts:12')
  expect(await page.getByText('<img src=x onerror=alert(1)> [press](javascript:alert(1))').count()).toBe(1)
  expect(await page.getByText('Done. \\u202etxt.exe').count()).toBe(1)
  await photograph(page, 'markdown')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  expect([[...new Set(asked)], faults]).toEqual([[new URL(world.daemon.url).host], []])
  await context.close()
})

test('[DSH66] a report of 150 KB that is hard to read does not hold the page up', async () => {
  await world.ask('a long one')
  const { page, context, faults } = await visit(browser, world.client)
  await page.goto(address())
  await page.getByText('The end.').first().waitFor()
  await photograph(page, 'markdown-long')
  expect(faults).toEqual([])
  await context.close()
})
