// Reads, searches and writes in a wiki of many pages, beside `git commit` of one file through the same git.
import { mkdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { openWikiWorld, user } from '../src/core/wiki/world.suite.ts'

const isSmoke = process.argv.includes('--smoke')
const count = isSmoke ? 200 : Number(process.env['IRIS_BENCH_PAGES'] ?? 10_000)
const rounds = isSmoke ? 10 : 100
const project = 'shop'
const words = 'search box product list price order cart check deploy review handoff decision plan'.split(' ')

const p95 = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
async function timed(work: () => unknown): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

const world = openWikiWorld()
await world.calls.writePage({ project, page: 'Home', text: 'Home\n' }, user)
for (let at = 0; at < count; at += 1) {
  const text = Array.from({ length: 120 }, (_, place) => words[(at * 7 + place * at) % words.length]).join(
    ' ',
  )
  const folder = join(world.repository, `Notes ${at % 100}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `page ${at}.md`), `# Page ${at}\n\n${text}\n`)
}
world.git('add', '--all')
world.git('commit', '--quiet', '--message', 'pages')
const indexing = await timed(() => world.calls.listPages({ project, prefix: '' }, user))

// The same pages in a repository of its own: bare git is measured between our own calls, on a machine as busy.
const bare = join(world.folder, 'bare')
world.gitIn(world.folder, 'clone', '--quiet', world.repository, bare)

const times = { read: [], file: [], search: [], grep: [], write: [], commit: [] } as Record<string, number[]>
/** What this process itself computed meanwhile: on a busy machine most of the time is spent waiting for a core. */
const computed: Record<string, number[]> = { read: [], search: [], write: [] }
async function note(what: string, work: () => unknown): Promise<void> {
  const before = process.cpuUsage()
  times[what]?.push(await timed(work))
  const { user: own, system } = process.cpuUsage(before)
  computed[what]?.push((own + system) / 1000)
}
for (let round = 0; round < rounds; round += 1) {
  const page = `Notes ${round % 100}/page ${round}`
  const asked = words[round % words.length]
  const query = `${asked} ${words[(round + 3) % words.length]}`
  await note('read', () => world.calls.readPage({ project, page, rows: false }, user))
  await note('file', () => readFile(join(bare, `${page}.md`), 'utf8'))
  await note('search', () => world.calls.searchPages({ project, words: query, limit: 20 }, user))
  await note('grep', () => world.gitIn(bare, 'grep', '--files-with-matches', String(asked)))
  const { revision } = await world.calls.readPage({ project, page, rows: false }, user)
  const text = `# Page ${round}\n\nchanged ${round}\n`
  await note('write', () =>
    world.calls.writePage({ project, page, text, revision: revision ?? undefined }, user),
  )
  writeFileSync(join(bare, `${page}.md`), `bare ${round}\n`)
  await note('commit', () => world.gitIn(bare, 'commit', '--quiet', '--message', 'x', '--', `${page}.md`))
}
await world.end()

const of = (what: string): number => p95(times[what] ?? [])
const shown = (what: string): string =>
  `${of(what).toFixed(2)} ms${computed[what] ? `, of which ${p95(computed[what]).toFixed(2)} computed` : ''}`
console.log(`load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores; all times are p95 of ${rounds}`)
console.log(`pages ${count}: taken up in ${indexing.toFixed(0)} ms`)
console.log(`read ${shown('read')} (must be < 5); the file alone ${shown('file')}`)
console.log(`search ${shown('search')} (must be < 30); git grep ${shown('grep')}`)
console.log(`write ${shown('write')}, git commit ${shown('commit')}`)
console.log(`ratio ${(of('write') / of('commit')).toFixed(2)} (must be <= 1.5)`)
