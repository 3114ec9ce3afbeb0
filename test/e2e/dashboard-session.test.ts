import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { photograph, visit } from '../support/page.ts'
import { openTeams, type TeamWorld } from '../support/teams.ts'

let world: TeamWorld
let browser: Awaited<ReturnType<typeof openBrowser>>

const lines = `
  - when: { says: /fix the login/ }
    reply:
      - thinking: The login lets expired tokens in. I should read both files and look for callers before I change anything.
      - text: "I'll read the code first."
      - tool: { name: TodoWrite, input: { todos: [ { content: Read the login, status: in_progress, activeForm: Reading the login }, { content: Fix the check, status: pending, activeForm: Fixing the check }, { content: Run the tests, status: pending, activeForm: Running the tests } ] } }
  - when: { tool: TodoWrite }
    reply:
      - tool: { name: Read, input: { file_path: '\${cwd}/src/auth.ts' } }
      - tool: { name: Read, input: { file_path: '\${cwd}/src/clock.ts' } }
      - tool: { name: Grep, input: { pattern: isExpired } }
  - when: { tool: Grep }
    reply:
      - text: |
          The check is **the wrong way round** in \`isExpired\`:

          - it compares \`now < until\`
          - so a token counts as expired *while it is good*

          \`\`\`ts
          return now < token.until
          \`\`\`
          <img src=x onerror=alert(1)> <script>alert(1)</script>
      - tool:
          name: Edit
          input: { file_path: '\${cwd}/src/auth.ts', old_string: 'return now < token.until', new_string: 'return now >= token.until' }
  - when: { tool: Edit }
    reply:
      - tool: { name: Bash, input: { command: 'seq 1 40 && echo "tests pass" && false', description: Run the tests } }
  - when: { tool: Bash }
    reply:
      - text: 'Fixed. A token is expired from \`until\` on; the tests cover both sides.'
  - when: { says: /hold/ }
    reply:
      - gate: hold
      - text: Held and done.
  - when: { says: /stay/ }
    reply:
      - gate: stay
      - text: Stayed.
  - when: { says: /./ }
    reply:
      - text: Yes.
`

beforeAll(async () => {
  world = await openTeams({ lines, teams: { shop: {}, shed: {} } })
  const source = join(world.home, 'projects', 'shop', 'src')
  mkdirSync(source, { recursive: true })
  const auth = `import { clock } from './clock.ts'\n\n/** True once a token may not be used. */\nexport function isExpired(token: { until: number }): boolean {\n  const now = clock()\n  return now < token.until\n}\n`
  writeFileSync(join(source, 'auth.ts'), auth)
  writeFileSync(join(source, 'clock.ts'), 'export const clock = Date.now\n')
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await world?.end()
})

test('[DSH13] [DSH14] a session shows what was said and done, folded where it repeats, and no text as HTML', async () => {
  const { session } = await world.ask('Please fix the login of the shop', 'shop')
  const { page, faults } = await visit(browser, world.client)
  await page.goto(`${world.daemon.url}/sessions/${session}`)
  await page.getByText('Fixed. A token is expired').waitFor()
  await page.locator('.code-keyword').first().waitFor()
  await photograph(page, 'session')
  await page.getByRole('button', { name: 'To the start' }).click()
  await page.getByText('You said').waitFor()
  await photograph(page, 'session-start')
  expect(await page.getByText('read 2 files, searched 1 time').count()).toBe(1)
  expect(await page.getByText('<script>alert(1)</script>').count()).toBe(1)
  expect(await page.locator('img[src="x"]').count()).toBe(0)
  expect(await page.getByText(/^\d problems?/).count()).toBe(1)
  const removed = page.locator('.bg-bad-soft', { hasText: 'return now < token.until' })
  expect(await removed.count()).toBe(1)
  await page
    .getByLabel(/show event \d+ raw$/)
    .first()
    .click()
  await page.getByRole('dialog').getByText('"turn.accepted"').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  expect(faults).toEqual([])
  await page.context().close()
})

test('[DSH15] what is told to a busy session is queued, says so, and the turn can be interrupted', async () => {
  const first = world.tell('hold on', 'shop')
  await world.rehearsal.waiting('hold')
  const { page, faults } = await visit(browser, world.client)
  await page.goto(`${world.daemon.url}/sessions/${first.session}`)
  const box = page.getByLabel('Message to shop')
  await page.getByText('A turn is running; new messages wait for it.').waitFor()
  await box.fill('And another thing')
  await page.keyboard.press('Control+Enter')
  await page.getByText('1 queued. Accepted: it is on disk.').waitFor()
  await page.getByRole('button', { name: 'Interrupt' }).click()
  expect((await first.outcome).status).toBe('stopped')
  await page.getByRole('log').getByText('And another thing').waitFor()
  await page.getByText('Yes.', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Fork' }).click()
  await page.getByText('--fork-session').waitFor()
  expect(faults).toEqual([])
  world.rehearsal.open('hold')
  await page.context().close()
})

test('[DSH80] the agent is woken, put to sleep, given a new conversation and deleted on the page, by keys', async () => {
  const { session } = await world.ask('hello', 'shed')
  const { page, faults } = await visit(browser, world.client)
  await page.goto(`${world.daemon.url}/sessions/${session}`)
  const press = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).focus()
    await page.keyboard.press('Enter')
  }
  await press('Put to sleep')
  await page.getByRole('button', { name: 'Wake' }).waitFor()
  await photograph(page, 'session-asleep')
  const folder = join(world.home, 'projects', 'shed')
  renameSync(folder, `${folder}-away`)
  await press('Wake')
  const alert = page.getByRole('alert')
  await alert.getByText(/The folder of shed does not exist: .*\. Fix the team's path/).waitFor()
  await photograph(page, 'session-wake-failed')
  renameSync(`${folder}-away`, folder)
  await press('Wake')
  await page.getByRole('button', { name: 'Put to sleep' }).waitFor()
  expect(await alert.count()).toBe(0)

  const held = world.tell('stay there', 'shed')
  await page.getByText('A turn is running').waitFor()
  await press('Put to sleep')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('The running turn ends as stopped.').waitFor()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(world.orchestrator.findTurn(held.turn).how).toBeNull()

  const chosen = (name?: string) => page.locator('[role=menuitem]:focus', name ? { hasText: name } : {})
  const choose = async (key: 'Home' | 'End', name: string) => {
    await press('More')
    await chosen().waitFor()
    await page.keyboard.press(key)
    await chosen(name).waitFor()
    await page.keyboard.press('Enter')
    await dialog.waitFor()
  }
  const before = world.orchestrator.session(session, 1).session.conversation
  await choose('Home', 'New conversation')
  await dialog.getByText('shed forgets what you talked about').waitFor()
  await photograph(page, 'session-new-conversation')
  await dialog.getByRole('button', { name: 'Start a new one' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await held.outcome).status).toBe('stopped')
  expect(world.orchestrator.session(session, 1).session.conversation).not.toBe(before)

  await choose('End', 'Delete')
  await dialog.getByText('the log keeps what happened, and the team stays').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await press('More')
  await page.getByRole('menu').waitFor()
  await photograph(page, 'session-more')
  await page.keyboard.press('Escape')
  expect(world.orchestrator.session(session, 1).deletedAt).toBeNull()
  await choose('End', 'Delete')
  await photograph(page, 'session-delete')
  await dialog.getByRole('button', { name: 'Delete it' }).click()
  await page.getByText('deleted; the log keeps what happened').waitFor()
  expect(await page.getByRole('button', { name: 'More' }).count()).toBe(0)
  await photograph(page, 'session-deleted')
  expect(faults.filter((fault) => !fault.includes('409'))).toEqual([])
  await page.context().close()
})

test('[DSH17] of a long session only the stretch around the reader is loaded and drawn', async () => {
  const { session } = await world.ask('hello', 'shop')
  world.daemon.log.write((append) => {
    for (let n = 1; n <= 5000; n += 1) {
      const line = { type: 'assistant', message: { content: [{ type: 'text', text: `Step ${n}.` }] } }
      append({ type: 'agent.printed', session, data: { line: JSON.stringify(line) } })
    }
  })
  const { page } = await visit(browser, world.client)
  const pages: string[] = []
  page.on('request', (request) => {
    // Problems and teammates are read from the log too, and anew when something happens.
    if (request.url().includes(`/api/events?session=${session}&limit=`)) pages.push(request.url())
  })
  await page.goto(`${world.daemon.url}/sessions/${session}`)
  await page.getByText('Step 5000.', { exact: true }).waitFor()
  expect(await page.locator('[data-seq]').count()).toBeLessThan(120)
  expect(pages).toHaveLength(1)
  await page.getByRole('log').hover()
  const top = page.getByText('Step 4970.', { exact: true })
  // Where the first line on the screen is. A wheel that is turned on before it was scrolled goes past what is looked for.
  const first = () =>
    page.evaluate<string>(`(() => {
      const rows = [...document.querySelectorAll('[data-seq]')].map((row) => [row.dataset.seq, row.getBoundingClientRect()])
      const [seq, { top }] = rows.find(([, { bottom }]) => bottom > 0)
      return seq + ' ' + Math.round(top)
    })()`)
  for (let step = 0; step < 40 && !(await top.isVisible()); step += 1) {
    const before = await first()
    await page.mouse.wheel(0, -150)
    await expect.poll(first).not.toBe(before)
  }
  await top.waitFor()
  await page.getByRole('button', { name: 'To the start' }).click()
  await page.getByText('Please fix the login of the shop', { exact: true }).waitFor()
  await page.keyboard.press('f')
  await page.getByText('Step 5000.', { exact: true }).waitFor()
  await page.context().close()
})

test('[DSH41] a problem far outside of what is loaded is found by a key, and its place is shown', async () => {
  const { session } = await world.ask('hello', 'shop')
  const said = (type: string, content: object[]): number =>
    world.daemon.log.write((append) => {
      const line = JSON.stringify({ type, message: { content } })
      return append({ type: 'agent.printed', session, data: { line } }).seq
    })
  const say = (from: number, to: number): void =>
    world.daemon.log.write(() => {
      for (let n = from; n <= to; n += 1) said('assistant', [{ type: 'text', text: `Walk ${n}.` }])
    })
  const fail = (id: string): number => {
    said('assistant', [{ type: 'tool_use', id, name: 'Bash', input: { command: `fail ${id}` } }])
    return said('user', [
      { type: 'tool_result', tool_use_id: id, content: `${id} went wrong`, is_error: true },
    ])
  }
  say(1, 3000)
  fail('early')
  say(3001, 9000)
  const late = fail('late')
  say(9001, 12_000)
  // What knows of problems follows the log, and the page reads it once.
  await expect
    .poll(async () => (await world.client.call('findProblem', { session, direction: 'previous' })).seq)
    .toBe(late)
  const { page, faults } = await visit(browser, world.client)
  await page.goto(`${world.daemon.url}/sessions/${session}`)
  await page.getByText('Walk 12000.', { exact: true }).waitFor()
  const { problems } = await world.client.call('findProblem', { session })
  await page.getByRole('button', { name: `${problems} problems` }).waitFor()
  await page.keyboard.press('E')
  await page.getByText('late went wrong').waitFor()
  await page.keyboard.press('E')
  await page.getByText('early went wrong').waitFor()
  await page.getByText('Walk 3001.', { exact: true }).waitFor()
  await page.keyboard.press('e')
  await page.getByText('late went wrong').waitFor()
  // Somebody who went elsewhere by hand looks from there.
  await page.getByRole('button', { name: 'Follow' }).click()
  await page.getByText('Walk 12000.', { exact: true }).waitFor()
  await page.keyboard.press('E')
  await page.getByText('late went wrong').waitFor()
  expect(faults).toEqual([])
  await page.context().close()
})
