// From the end of a build of 50 tasks to its review, in a daemon with real checks and a real repository; its agents only write a file.
// Run: npm run bench:review [-- --smoke]
import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDaemon } from '../test/support/daemon.ts'
import { writeFakeClaude } from '../test/support/teams.ts'
import { finish, median, report, smoke } from './figures.ts'

const taskCount = smoke ? 2 : 50
const reads = smoke ? 2 : 20

/** Every second one also changes what it did not plan. */
const agent = `const fs = require('fs')
const number = Number(/agent-task-shop-(\\d+)/.exec(process.cwd())[1])
init()
fs.writeFileSync('done-' + number + '.txt', 'done\\n')
if (number % 2 === 0) fs.writeFileSync('more-' + number + '.txt', 'more\\n')
result('Done.')`

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'iris-bench-review-')))
const project = join(folder, 'shop')
execFileSync('git', ['init', '-q', '-b', 'main', project])
const git = (...args: string[]): Buffer => execFileSync('git', ['-C', project, ...args])
git('config', 'user.name', 'Ann')
git('config', 'user.email', 'ann@example.org')
writeFileSync(join(project, 'README.md'), '# Bench\n')
git('add', '-A')
git('commit', '-qm', 'one')
const claude = writeFakeClaude(join(folder, 'claude'), agent)
const world = await openDaemon(
  `settings: { httpPort: 0 }\nagent: { enabled: false }\nteams:\n  shop: { path: ${project}, claudePath: ${claude}, grantPermission: 'yes' }\n`,
)
const results: boolean[] = []
try {
  await measure()
} finally {
  await world.end()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
finish(results)

async function measure(): Promise<void> {
  const { client } = world
  for (let n = 1; n <= taskCount; n += 1)
    await client.call('createTask', {
      team: 'shop',
      title: `Write the file done-${n}.txt`,
      files: [{ path: `done-${n}.txt`, action: 'CREATE' }],
      check: { command: `grep -q done done-${n}.txt`, expected: {} },
    })
  await client.call('startBuild', { team: 'shop', parallel: 4, confirmed: true })
  const [ended = 0, made = 0] = await times()
  const { work, divergences } = await client.call('getReview', { build: 'shop-b1' })
  if (work.length !== taskCount || divergences !== Math.floor(taskCount / 2))
    throw new Error(`the review has ${work.length} tasks and ${divergences} divergences`)
  const show = await timed(() => client.call('getReview', { build: 'shop-b1' }))
  const metrics = await timed(() => client.call('readMetrics', { team: 'shop', span: 'day', spans: 366 }))
  results.push(
    report(`a build of ${taskCount} tasks, from its end to its review`, {
      value: made - ended,
      unit: 'ms',
      most: 2000,
    }),
    report('the same review over HTTP, p50', { value: show, unit: 'ms', most: 200 }),
    report('metrics of a year by day over HTTP, p50', { value: metrics, unit: 'ms', most: 200 }),
  )
}

/** When the build ended and when its review was there, as the log has it. */
async function times(): Promise<number[]> {
  const found: number[] = []
  for await (const { at } of world.client.events({ types: ['build.ended', 'review.made'] })) {
    found.push(at)
    if (found.length === 2) break
  }
  return found
}

async function timed(call: () => Promise<unknown>): Promise<number> {
  const each: number[] = []
  for (let n = 0; n < reads; n += 1) {
    const begun = performance.now()
    await call()
    each.push(performance.now() - begun)
  }
  return median(each)
}
