// What the dashboard weighs and how quick it is, in Chromium against a daemon in this process.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { createClient } from '../src/client/index.ts'
import type { AgentId, NewEvent, SessionId } from '../src/contract/index.ts'
import { createDaemon } from '../src/daemon/index.ts'
import { openBrowser } from '../test/support/browser.ts'
import { environmentOf, makeHome } from '../test/support/daemon.ts'
import { visit } from '../test/support/page.ts'
import { manyTasks } from '../test/support/task-stories.ts'
import { writeFakeClaude } from '../test/support/teams.ts'
import { finish, quantile, report, smoke } from './figures.ts'

const count = smoke ? 5000 : 100_000
const dist = join(import.meta.dirname, '..', 'dist', 'dashboard')

const watchFrames = `
  globalThis.frames = []
  let last = performance.now()
  const tick = (now) => { frames.push(now - last); last = now; requestAnimationFrame(tick) }
  requestAnimationFrame(tick)`
const firstSeq = "Number(document.querySelector('[data-seq]').dataset.seq)"

const home = makeHome('iris-bench-dashboard-')
const claude = writeFakeClaude(join(home, 'claude'), "init(); words('yes'); result('yes')")
writeFileSync(
  join(home, 'config.yaml'),
  `settings: { httpPort: 0 }\nteams:\n  shop: { path: ${home}, claudePath: ${claude} }\n`,
)
const daemon = await createDaemon({ environment: environmentOf(home) })
const client = createClient({ url: daemon.url, token: daemon.token })
const browser = await openBrowser()
try {
  const { session } = await client.call('tellTeam', { to: 'shop', message: 'hello', timeout: 0 })
  fill(session, count)
  const { page, context } = await visit(browser, client)
  const results = [
    report('first page, gzip', { value: firstPage() / 1000, unit: 'KB', most: 250 }),
    report('first paint on loopback', { value: await firstPaint(page), unit: 'ms', most: 1000 }),
    report(`a session of ${count} events opened`, {
      value: await openSession(page),
      unit: 'ms',
      most: 1000,
    }),
  ]
  const { frames, passed } = await scroll(page)
  results.push(
    report('scrolling up through it: frame, median', { value: quantile(frames, 0.5), unit: 'ms', most: 34 }),
    report('scrolling up through it: frame, p95', { value: quantile(frames, 0.95), unit: 'ms', most: 50 }),
    report('scrolling up through it: longest frame', { value: quantile(frames, 1), unit: 'ms', most: 250 }),
    report('scrolling up through it: events passed', { value: passed, unit: '', least: 500 }),
    report('jump to the start', { value: await toStart(page), unit: 'ms', most: 1000 }),
    ...(await manyMore(page, smoke ? 1000 : 10_000)),
  )
  finish(results)
  await context.close()
} finally {
  await browser.close()
  await daemon.orchestrator.remove({ name: 'user', kind: 'human' }, 'shop')
  await daemon.close('bench ended')
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
}

/** Everything a browser loads before the overview can be seen. */
function firstPage(): number {
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const linked = [...html.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, name = '']) => name)
  const shared = readdirSync(join(dist, 'assets')).filter((name) => name.startsWith('rolldown-runtime'))
  const names = new Set(['index.html', ...linked, ...shared.map((name) => `assets/${name}`)])
  return [...names].reduce((sum, name) => sum + gzipSync(readFileSync(join(dist, name))).length, 0)
}

function fill(session: SessionId, events: number): void {
  const agent: AgentId = `agt_${'0'.repeat(26)}`
  for (let done = 0; done < events; done += 1000) {
    daemon.log.write((append) => {
      for (let n = done; n < done + 1000; n += 1) append(printed(n, { session, agent }))
    })
  }
}

/** A line as an agent in the middle of work prints it: talk, reading, edits, commands, results. */
function printed(n: number, subject: { session: SessionId; agent: AgentId }): NewEvent {
  const id = `use-${n - (n % 2)}`
  const kinds = [
    {
      type: 'text',
      text: `Step ${n}: the **check** is in \`src/file-${n}.ts\`; I change it and run the tests.`,
    },
    { type: 'tool_use', id, name: 'Read', input: { file_path: `/p/src/file-${n}.ts` } },
    {
      type: 'tool_use',
      id,
      name: 'Edit',
      input: { file_path: '/p/a.ts', old_string: 'a\nb\nc', new_string: 'a\nB\nc' },
    },
    { type: 'tool_use', id, name: 'Bash', input: { command: `npm test -- ${n}` } },
  ]
  const asked = { type: 'assistant', message: { content: [kinds[Math.floor(n / 2) % kinds.length]] } }
  const result = { type: 'tool_result', tool_use_id: id, content: `line of output ${n}\n`.repeat(20) }
  const line = n % 2 === 0 ? asked : { type: 'user', message: { content: [result] } }
  return { type: 'agent.printed', ...subject, data: { line: JSON.stringify(line) } }
}

async function firstPaint(page: Page): Promise<number> {
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
  )
}

/** From the press on the link to the last thing that was said on screen. */
async function openSession(page: Page): Promise<number> {
  const link = page.getByRole('link', { name: 'shop' })
  await link.waitFor()
  const start = Date.now()
  await link.click()
  await page.getByText(`npm test -- ${count - 2}`, { exact: true }).waitFor()
  return Date.now() - start
}

async function scroll(page: Page): Promise<{ frames: number[]; passed: number }> {
  await page.getByRole('log').hover()
  const before = await page.evaluate<number>(firstSeq)
  await page.evaluate(watchFrames)
  for (let step = 0; step < 200; step += 1) await page.mouse.wheel(0, -800)
  const frames = await page.evaluate<number[]>('frames.slice(2)')
  return { frames, passed: before - (await page.evaluate<number>(firstSeq)) }
}

async function toStart(page: Page): Promise<number> {
  const start = Date.now()
  await page.getByRole('button', { name: 'To the start' }).click()
  await page.getByText('You said').waitFor()
  return Date.now() - start
}

/** The page with as many tasks as it holds: each view opened from nothing, and scrolled. */
async function manyMore(page: Page, tasks: number): Promise<boolean[]> {
  await importMany(tasks)
  const results: boolean[] = []
  for (const view of ['graph', 'board', 'list']) {
    const start = Date.now()
    await page.goto(new URL(`/tasks?view=${view}`, daemon.url).href)
    await page
      .getByText(/part \d+ of the house/)
      .first()
      .waitFor()
    const opened = Date.now() - start
    results.push(
      report(`${tasks} tasks: the ${view} opened`, { value: opened, unit: 'ms', most: 3000 }),
      report(`${tasks} tasks: elements of the ${view}`, {
        value: await page.evaluate<number>('document.querySelectorAll("*").length'),
        unit: '',
        most: 3000,
      }),
    )
  }
  return results
}

function importMany(tasks: number): Promise<unknown> {
  return client.call('importTasks', {
    team: 'shop',
    path: join(home, 'issues.jsonl'),
    text: manyTasks(tasks),
  })
}
