import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { barriersEverywhere } from '../support/barriers.ts'
import { openBrowser } from '../support/browser.ts'
import { openDaemon } from '../support/daemon.ts'
import { goByKeys, visit, type Visitor } from '../support/page.ts'
import { writeFakeClaude } from '../support/teams.ts'

let world: Awaited<ReturnType<typeof openDaemon>>
let browser: Awaited<ReturnType<typeof openBrowser>>
let visitor: Visitor
let page: Page
let project: string
let scratch: string

/** It runs one command again and again, with one result, and does not end. */
const agent = `init()
for (let n = 1; n <= 5; n += 1) {
  say({ type: 'assistant', session_id: id, message: { id: 'm' + n, model: 'fake', content: [{ type: 'tool_use', id: 't' + n, name: 'Bash', input: { command: 'npm test' } }] } })
  say({ type: 'user', session_id: id, message: { content: [{ type: 'tool_result', tool_use_id: 't' + n, content: 'one test failed' }] } })
}`

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'iris-health-page-'))
  scratch = mkdtempSync(join(tmpdir(), 'iris-health-agent-'))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: project })
  git('init', '-q', '-b', 'main')
  git('-c', 'user.name=Ada', '-c', 'user.email=a@example.org', 'commit', '-q', '--allow-empty', '-m', 'first')
  const claude = writeFakeClaude(join(scratch, 'claude'), agent)
  world = await openDaemon(
    `settings: { httpPort: 0 }\nagent: { enabled: false }\nwork: { watchEvery: 10s }\nteams:\n  shop: { path: ${project}, claudePath: ${claude}, grantPermission: 'yes' }\n`,
  )
  browser = await openBrowser()
  visitor = await visit(browser, world.client)
  ;({ page } = visitor)
})
afterAll(async () => {
  await browser?.close()
  await world?.end()
  for (const folder of [project, scratch]) rmSync(folder, { recursive: true, force: true })
})

const group = (name: string) => page.getByRole('region', { name, exact: true })

test('[DSH116] [ALR7] [CRD17] Health says that all is well, shows an alert by itself with the way out, and acknowledges it', async () => {
  await page.getByRole('link', { name: 'Health' }).waitFor()
  await goByKeys(page, 'h')
  await page.getByRole('heading', { name: /^(All is well|Every part of Iris is up)\.$/ }).waitFor()
  await group('Parts of Iris').getByText('looked at as they should be').waitFor()
  await world.client.call('createTask', {
    team: 'shop',
    title: 'Write the menu',
    files: [{ path: 'menu.txt', action: 'CREATE' }],
    check: { command: 'cat menu.txt', expected: {} },
  })
  const { build } = await world.client.call('startBuild', { team: 'shop', confirmed: true })
  await page.getByRole('heading', { name: '1 alert needs a look.' }).waitFor()
  const open = group('Open')
  await open.getByText('The agent of shop-1 does the same thing again and again').waitFor()
  await open.getByRole('link', { name: 'Open the session' }).waitFor()
  expect(await open.getByRole('link', { name: 'Open the build' }).getAttribute('href')).toMatch(/^\/builds\//)
  await open.locator('code', { hasText: 'iris builds retry shop-b1 shop-1' }).waitFor()
  const inHand = group('In hand')
  await inHand.getByText('shop-1 goes round in circles').waitFor()
  await inHand.getByText('asked you').waitFor()
  expect(await inHand.getByRole('link', { name: 'Answer it' }).getAttribute('href')).toMatch(/ask=/)
  await group('Roles').getByText('works on shop-b1').waitFor()
  await group('Rulings').getByText('coordinate').click()
  await group('Rulings').getByText('"ESCALATE"').waitFor()
  await group('Parts of Iris').getByText('1 agent', { exact: true }).waitFor()
  expect(await barriersEverywhere(page, 'health')).toEqual([])
  const acknowledge = open.getByRole('button', { name: 'Acknowledge' })
  const words = open.getByText('The agent of shop-1 does the same thing again and again')
  await page.setViewportSize({ width: 390, height: 844 })
  // On a phone the text has the whole width, and the button is below it.
  await expect
    .poll(async () => {
      const [text, button] = [await words.boundingBox(), await acknowledge.boundingBox()]
      return { isWide: (text?.width ?? 0) > 200, isBelow: (button?.y ?? 0) > (text?.y ?? Infinity) }
    })
    .toEqual({ isWide: true, isBelow: true })
  await page.setViewportSize({ width: 1280, height: 800 })
  await acknowledge.click()
  await page.getByRole('heading', { name: '1 alert, known to somebody.' }).waitFor()
  await open.getByText('knows of it.').waitFor()
  await world.client.call('stopBuild', { build })
  await group('Cleared').getByText('The agent of shop-1').waitFor()
  await group('Cleared').getByText('knew of it.').waitFor()
  await open.waitFor({ state: 'detached' })
  expect(await barriersEverywhere(page, 'health-cleared', ['phone'])).toEqual([])
  expect(visitor.faults).toEqual([])
})

test('[MCP39] who speaks for you and may answer asks lists an alert and acknowledges it under its own name', async () => {
  const { build } = await world.client.call('startBuild', { team: 'shop', confirmed: true })
  await page.getByRole('heading', { name: '1 alert needs a look.' }).waitFor()
  const { secret } = await world.client.call('createToken', {
    name: 'Desk',
    role: 'delegate',
    mayAnswer: true,
  })
  const desk = new Client({ name: 'desk', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${secret}` } }
  await desk.connect(new StreamableHTTPClientTransport(new URL('/mcp', world.daemon.url), { requestInit }))
  const listed = await desk.callTool({ name: 'alert_list', arguments: {} })
  const { alerts } = Listed.parse(listed.structuredContent)
  expect(alerts).toMatchObject([
    { isAcknowledged: false, told: expect.stringMatching(/^\| The agent of shop-1 does the same thing/) },
  ])
  const [{ alert } = { alert: '' }] = alerts
  const known = await desk.callTool({ name: 'alert_acknowledge', arguments: { alert } })
  expect(known.structuredContent).toMatchObject({ status: 'ok', alert: { alert, isAcknowledged: true } })
  await group('Open').getByText('Desk knows of it.').waitFor()
  await desk.close()
  await world.client.call('stopBuild', { build })
})

const Listed = z.object({
  alerts: z.array(z.object({ alert: z.string(), isAcknowledged: z.boolean(), told: z.string() })),
})
