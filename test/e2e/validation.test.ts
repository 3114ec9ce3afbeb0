import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../src/client/index.ts'
import type { UxTest, Validation } from '../../src/contract/index.ts'
import { barriersEverywhere } from '../support/barriers.ts'
import { openBrowser } from '../support/browser.ts'
import { makeHome } from '../support/daemon.ts'
import { iris } from '../support/iris.ts'
import { mortalDaemon } from '../support/mortal-daemon.ts'
import { visit } from '../support/page.ts'
import { freePort } from '../support/ports.ts'
import { writeFakeClaude } from '../support/teams.ts'

const daemon = mortalDaemon()
let folder: string
let shop: string
let home: string
let client: Client
let browser: Browser
let port: number
/** The build that was made here. */
let built: string

const agent = `init()
require('fs').writeFileSync('menu.mjs', 'soup')
result('Done.')`
const config = (claude: string): string => `settings: { httpPort: 0 }
agent: { enabled: false }
checks:
  quick: { commands: [sh tests.sh] }
  standard: { commands: [sh lint.sh, cp figures.txt lcov.info] }
  thorough: { commands: ["echo $$ > '${folder}/pid'; exec sleep 600"] }
  reports:
    - { command: sh tests.sh, of: tests }
    - { command: sh lint.sh, of: lint }
    - { command: cp figures.txt lcov.info, of: coverage, as: lcov, file: lcov.info }
pipeline:
  validation: { level: suggested, coverage: 80 }
  ux: { serve: exec node serve.cjs, persona: declared }
teams:
  shop: { path: ${shop}, claudePath: ${claude}, grantPermission: 'yes' }
`

/** A picture without words is a barrier; a button that is none cannot be reached with the keyboard. */
const page = `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1>
<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width="9" height="9">
<label>Name <input></label><button onclick="thanks.textContent='Thanks, ' + document.querySelector('input').value">Buy</button>
<div role="button" onclick="thanks.textContent='Secret'">Hidden door</div><p id="thanks"></p></main></html>`
const serving = `const { readFileSync } = require('fs')
const port = Number(/127.0.0.1:(\\d+)/.exec(readFileSync('.iris/ux.yaml', 'utf8'))[1])
require('http').createServer((_, response) => response.setHeader('content-type', 'text/html').end(${JSON.stringify(page)})).listen(port, '127.0.0.1')`
const journeys = (at: number): string => `url: http://127.0.0.1:${at}
journeys:
  - name: Buy
    expected: 600
    steps: [{ open: /, within: 60 }, { fill: Name, with: Ann, within: 60 }, { click: Buy, within: 60 }, { expect: 'Thanks, Ann', within: 60 }]
  - name: Secret
    expected: 600
    steps: [{ open: /, within: 60 }, { click: Hidden door, within: 60 }, { expect: Secret, within: 60 }]
`

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'iris-validation-'))
  shop = join(folder, 'shop')
  mkdirSync(join(shop, '.iris'), { recursive: true })
  port = await freePort()
  const files = {
    'tests.sh': 'echo "# pass 4"',
    'lint.sh': 'echo "menu.mjs: two spaces"; test ! -e menu.mjs',
    'serve.cjs': serving,
    '.iris/ux.yaml': journeys(port),
    'figures.txt': 'SF:src/menu.mjs\nLF:10\nLH:7\nend_of_record\n',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(shop, name), text)
  const git = (...args: string[]) => execFileSync('git', args, { cwd: shop, stdio: 'pipe' })
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'Ann')
  git('config', 'user.email', 'ann@example.org')
  git('add', '-A')
  git('commit', '-qm', 'one')
  home = makeHome('iris-validation-home-', config(writeFakeClaude(join(folder, 'claude'), agent)))
  client = await daemon.start(home)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await daemon.kill()
  for (const place of [folder, home]) rmSync(place, { recursive: true, force: true, maxRetries: 5 })
})

test('[VAL1] [VAL6] [VAL11] [WRK45] a build is validated on its branch when it ends, its page shows what was found, and an answer is in the inbox', async () => {
  await client.call('createTask', {
    team: 'shop',
    title: 'Write the menu',
    files: [{ path: 'menu.mjs', action: 'CREATE' }],
    check: { command: 'cat menu.mjs', expected: {} },
  })
  const { page, faults } = await visit(browser, client)
  await page.goto(new URL('/builds/ux', page.url()).href)
  await page.getByText('No test yet.').waitFor()
  const { build, key } = await client.call('startBuild', { team: 'shop', confirmed: true })
  const newest = async (): Promise<Validation | undefined> =>
    (await client.call('listValidations', { build })).validations[0]
  await expect.poll(async () => (await newest())?.state).toBe('failed')
  expect(await newest()).toMatchObject({
    of: key,
    level: 'standard',
    why: '1 of at most 3 files changed',
    tests: 4,
    lint: 'failed',
    coverage: { percent: 70, threshold: 80, uncovered: [{ path: 'src/menu.mjs', percent: 70 }] },
    issues: [{ severity: 'warning', title: '`sh lint.sh` did not pass' }],
    by: 'iris',
  })
  const { asks } = await client.call('listAsks', {})
  expect(asks.filter(({ source }) => source !== 'ux')).toMatchObject([
    { source: 'validation', type: 'educational' },
  ])
  await page.goto(new URL(`/builds/${key}`, page.url()).href)
  const section = page.getByRole('region', { name: 'Validation' })
  await section.getByText('4 tests · coverage 70 %, 80 % wanted · lint failed · security not run').waitFor()
  await section.getByText('1 issue').click()
  await section.getByText('menu.mjs: two spaces').waitFor()
  expect(await barriersEverywhere(page, 'validation')).toEqual([])
  expect(faults).toEqual([])
  await page.context().close()
  built = key
})

test('[UXR9] [UXR10] a UX test follows the build, and the page of the build shows all it found: score, journeys, pictures, barriers', async () => {
  const { page, faults } = await visit(browser, client)
  await page.goto(new URL(`/builds/${built}`, page.url()).href)
  const section = page.getByRole('region', { name: 'UX test' })
  await section.getByText('85 of 100').waitFor()
  const parts = section.getByLabel('What the score is made of')
  expect(await parts.innerText()).toMatch(
    /came to their end\s+50 of 50\s+.*expected time\s+20 of 20\s+.*without barriers\s+15 of 30/,
  )
  const journeys = section.getByRole('list', { name: 'Journeys of First-time user' }).getByRole('listitem')
  expect(await journeys.first().innerText()).toMatch(/Buy\s+in time\s+\d+\.\ds of 600\.0s expected/)
  const barrier = section.getByRole('list', { name: 'Barriers, critical' }).getByRole('listitem')
  await barrier.getByText('<img src=').waitFor()
  await barrier.getByText(/Element does not have an alt attribute/).waitFor()
  // The pictures of a journey, and one of them large, by the keyboard alone.
  await journeys.first().getByText('4 pictures').press('Enter')
  const last = section.getByRole('button', { name: 'Buy, First-time user, step 4' })
  await last.waitFor()
  const drawn = `document.querySelector('img[alt="Buy, First-time user, step 4"]').naturalWidth`
  await expect.poll(() => page.evaluate<number>(drawn)).toBe(1280)
  await last.press('Enter')
  const large = page.getByRole('dialog', { name: 'Buy, First-time user, step 4' })
  await large.getByRole('img').waitFor()
  expect(await barriersEverywhere(page, 'ux-picture', ['desk'])).toEqual([])
  await page.keyboard.press('Escape')
  await large.waitFor({ state: 'detached' })
  expect(await barriersEverywhere(page, 'ux-build')).toEqual([])
  const { asks } = await client.call('listAsks', {})
  const ask = asks.find(({ source }) => source === 'ux')?.ask
  await page.goto(new URL(`/inbox?ask=${ask}`, page.url()).href)
  await page.getByRole('link', { name: 'Open the UX test' }).click()
  await page.getByRole('heading', { name: `UX test of ${built}` }).waitFor()
  expect(faults).toEqual([])
  await page.context().close()
  await expect.poll(() => existsSync(join(home, 'builds', built))).toBe(false)
})

test('[UXR10] [UXR11] a test of a team is followed on its page journey by journey, says where it broke, and is cancelled there', async () => {
  const { page, faults } = await visit(browser, client)
  const waits = journeys(port)
    .replace('click: Hidden door, within: 60', 'click: No such door, within: 0.2')
    .concat('  - { name: Wait, expected: 1, steps: [{ open: / }, { expect: Never, within: 60 }] }\n')
  writeFileSync(join(shop, '.iris', 'ux.yaml'), waits)
  const { ux } = await client.call('startUxTest', { team: 'shop' })
  await page.goto(new URL('/builds/ux', page.url()).href)
  await page.getByRole('link', { name: 'shop', exact: true }).press('Enter')
  await page.waitForURL((at) => at.pathname === `/builds/ux/${ux}`)
  await page.getByText('2 journeys so far').waitFor()
  const broken = page.getByRole('listitem').filter({ hasText: 'did not come to its end' })
  expect(await broken.innerText()).toMatch(/Secret[^]*click “No such door”: .*Timeout 200ms exceeded/)
  await broken.getByText('2 pictures').click()
  await broken.getByText('step 2, where it broke').waitFor()
  expect(await barriersEverywhere(page, 'ux-running')).toEqual([])
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await page.getByText('Cancelled by user.').waitFor()
  await broken.waitFor()
  await expect.poll(() => marked(ux)).toEqual([])
  await page.getByRole('link', { name: 'All UX tests' }).click()
  await page.getByRole('listitem').filter({ hasText: 'cancelled' }).getByText('2 journeys').waitFor()
  await page.getByRole('link', { name: built, exact: true }).waitFor()
  expect(await barriersEverywhere(page, 'ux-tests')).toEqual([])
  expect(faults).toEqual([])
  await page.context().close()
  writeFileSync(join(shop, '.iris', 'ux.yaml'), journeys(port))
})

test('[UXR12] pictures of tests that twenty newer ones follow are gone, and the page that is open and the terminal say so', async () => {
  const { page } = await visit(browser, client)
  const { tests } = await client.call('listUxTests', { build: built })
  const ux = tests[0]?.ux ?? ''
  await page.goto(new URL(`/builds/ux/${ux}`, page.url()).href)
  await page.getByText('4 pictures').first().waitFor()
  // What is not on this machine is refused at once.
  writeFileSync(join(shop, '.iris', 'ux.yaml'), journeys(port).replace('127.0.0.1', 'example.org'))
  for (let n = 0; n < 20; n += 1) await client.call('startUxTest', { team: 'shop' })
  await page.getByText('Its pictures are no longer kept.').waitFor()
  expect(await page.getByText('4 pictures').count()).toBe(0)
  expect(existsSync(join(home, 'ux', ux))).toBe(false)
  const shown = await iris(home, ['ux', 'show', ux])
  expect(shown.stdout).toContain('Its pictures are no longer kept.')
  expect(shown.stdout).toContain('Pages without barriers: 15 of 30')
  expect(await barriersEverywhere(page, 'ux-pruned', ['phone'])).toEqual([])
  await page.context().close()
  writeFileSync(join(shop, '.iris', 'ux.yaml'), journeys(port))
})

test('[VAL11] iris validate runs a level to its end, says what it found, and exits with 0 only when it passed', async () => {
  const passed = await iris(home, ['validate', '--team', 'shop', '--level', 'standard', '--json'])
  expect([passed.code, JSON.parse(passed.stdout)]).toMatchObject([
    0,
    { of: 'shop', state: 'passed', tests: 4 },
  ])
  writeFileSync(join(shop, 'tests.sh'), 'echo "# pass 3"; exit 1')
  const failed = await iris(home, ['validate', '--team', 'shop', '--level', 'quick'])
  expect(failed.code).toBe(1)
  expect(failed.stdout).toContain('1. critical: `sh tests.sh` did not pass')
  expect((await iris(home, ['validate'])).code).toBe(2)
  const listed = await iris(home, ['validate', 'ls'])
  expect(listed.stdout).toMatch(/shop\s+quick\s+failed\s+1/)
  expect((await iris(home, ['validate', 'show', `val_${'0'.repeat(26)}`])).code).toBe(4)
})

test('[VAL9] a kill -9 in the middle of a validation leaves no process, and the next daemon tells of it', async () => {
  const started = await iris(home, [
    'validate',
    '--team',
    'shop',
    '--level',
    'thorough',
    '--detach',
    '--json',
  ])
  const { validation } = JSON.parse(started.stdout) as Validation
  const pid = (): string =>
    existsSync(join(folder, 'pid')) ? readFileSync(join(folder, 'pid'), 'utf8').trim() : ''
  await expect.poll(pid).not.toBe('')
  await daemon.kill()
  client = await daemon.start(home)
  await expect
    .poll(async () => (await client.call('getValidation', { validation })).state)
    .toBe('interrupted')
  await expect.poll(() => existsSync(`/proc/${pid()}`)).toBe(false)
  const { events } = await client.call('readEvents', { types: ['validation.ended'], limit: 100 })
  expect(events.at(-1)).toMatchObject({ data: { validation, state: 'interrupted' } })
})

test('[UXR2] [UXR3] [UXR6] [UXR9] iris ux run goes through the journeys in Chromium, as the persona can, and says what keeps people out', async () => {
  const ran = await iris(home, ['ux', 'run', '--team', 'shop', '--json'])
  const found = JSON.parse(ran.stdout) as UxTest
  expect([ran.code, found]).toMatchObject([
    0,
    {
      state: 'done',
      score: 85,
      journeys: [
        {
          journey: 'Buy',
          persona: 'First-time user',
          isDone: true,
          pictures: ['1.png', '2.png', '3.png', '4.png'],
        },
        { journey: 'Secret', isDone: true },
      ],
      barriers: [{ rule: 'image-alt', impact: 'critical', level: 'A', page: '/' }],
    },
  ])
  const { type, base64 } = await client.call('readUxPicture', { ux: found.ux, picture: '4.png' })
  expect([type, Buffer.from(base64, 'base64').subarray(1, 4).toString()]).toEqual(['image/png', 'PNG'])
  const keys = await iris(home, ['ux', 'run', '--team', 'shop', '--persona', 'accessibility user'])
  expect(keys.stdout).toContain(
    '✗ Secret, Accessibility user: click “Hidden door” cannot be reached with the keyboard.',
  )
  expect(keys.stdout).toMatch(/✓ Buy, Accessibility user: \d+ ms of 600000/)
  expect((await iris(home, ['ux', 'ls'])).stdout).toMatch(/shop\s+done\s+85\s+1/)
})

test('[UXR7] a kill -9 in the middle of a UX test leaves neither the browser nor what serves the project, and is told', async () => {
  const waits = journeys(port).replace("expect: 'Thanks, Ann'", 'expect: Never')
  writeFileSync(join(shop, '.iris', 'ux.yaml'), waits)
  const { ux } = await client.call('startUxTest', { team: 'shop' })
  await expect.poll(() => existsSync(join(home, 'ux', ux, '3.png'))).toBe(true)
  expect(marked(ux).length).toBeGreaterThan(1)
  await daemon.kill()
  client = await daemon.start(home)
  await expect.poll(async () => (await client.call('getUxTest', { ux })).state).toBe('interrupted')
  await expect.poll(() => marked(ux)).toEqual([])
})

/** The processes that a UX test started. */
function marked(ux: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`IRIS_UX_MARK=${ux}`)
    } catch {
      // Gone meanwhile, or somebody else's.
      return false
    }
  })
}
