import { execFileSync, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { pageOf } from '../../src/core/wiki/names.ts'
import { openWikiWorld, user, type WikiWorld } from '../../src/core/wiki/world.suite.ts'
import { bundled } from '../bundle/sources.ts'
import { openDaemon } from '../support/daemon.ts'
import { fillUp } from '../support/full-disk.ts'
import { pointsOf } from '../support/points.ts'

const isLong = process.env['IRIS_FAULTS'] === 'all'
const support = join(import.meta.dirname, '..', 'support')
const project = 'shop'
const changing = ['intended', 'held', 'committed', 'indexed', 'files', 'recorded']
const points = [
  ...['write', 'rename'].flatMap((deed) => changing.map((step) => ({ deed, step }))),
  ...['pull: intended', 'pull: moved', 'followed', 'mended', 'pull: followed'].map((step) => ({
    deed: 'pull',
    step,
  })),
]

let world: WikiWorld
afterEach(() => world?.end())

const read = async (page: string) => (await world.calls.readPage({ project, page, rows: false }, user)).text
const write = (page: string, text: string, revision?: string) =>
  world.calls.writePage({ project, page, text, revision }, user)

/** That the repository is sound, and that git's index, the files, the tables and the search say what HEAD has. */
async function isSound(step: string): Promise<void> {
  await world.calls.listPages({ project, prefix: '' }, user)
  expect([step, world.git('status', '--porcelain')]).toEqual([step, ''])
  expect([step, world.git('fsck', '--no-progress', '--no-dangling')]).toEqual([step, ''])
  const stored = world.sql
    .prepare<{ page: string; text: string }>('SELECT page, text FROM wiki_page ORDER BY page')
    .all()
  const files = world
    .git('ls-files', '-z')
    .split('\0')
    .flatMap((file) => {
      const page = pageOf(file)
      return page === undefined ? [] : [{ page, text: world.git('show', `HEAD:${file}`) }]
    })
  expect([step, stored]).toEqual([step, files])
  for (const { page, text } of files) expect([step, world.read(`${page}.md`)]).toEqual([step, text])
  expect([step, world.sql.prepare('SELECT * FROM wiki_intent').all()]).toEqual([step, []])
  world.sql.exec("INSERT INTO wiki_words (wiki_words) VALUES ('integrity-check')")
}

// oxlint-disable-next-line complexity
test('[WIK14] a kill at any step of a write, a rename or a pull loses nothing that was acknowledged, and the next start puts all in order', async () => {
  const program = bundled(join(support, 'wiki-deed.ts'))
  for (const { deed, step } of pointsOf('kills of the wiki', points)) {
    const name = `${deed} ${step}`
    world = openWikiWorld()
    const { revision } = await write('A', 'first\n')
    await write('B', 'bee\n')
    await write('Links', 'see [[B]]\n')
    const remote = deed === 'pull' ? await pushedByAnother() : ''
    await world.close()
    const args = [program, world.folder, deed, revision ?? '', step, remote]
    const child = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect([name, child.signal, child.stderr]).toEqual([name, 'SIGKILL', ''])
    world.open()
    Object.assign(world.settings, remote === '' ? {} : { remote })
    await isSound(name)
    const a = await read('A')
    expect([name, deed === 'write' ? ['first\n', 'written\n'] : ['first\n']]).toEqual([
      name,
      expect.arrayContaining([a]),
    ])
    // Done again, it is done.
    if (deed === 'write') await write('A', 'written\n', revision ?? undefined)
    if (deed === 'rename' && (await read('B').catch(() => undefined)) !== undefined)
      await world.calls.renamePage({ project, page: 'B', to: 'Moved/B' }, user)
    if (deed === 'rename') expect([name, await read('Links')]).toEqual([name, 'see [[Moved/B]]\n'])
    if (deed === 'pull') await world.calls.syncWiki({ project }, user)
    if (deed === 'pull') expect([name, await read('C')]).toEqual([name, 'from another\n'])
    await isSound(name)
    await world.end()
  }
  world = openWikiWorld()
}, 900_000)

/** A remote to which somebody else has pushed, so that both sides have something new. */
async function pushedByAnother(): Promise<string> {
  const remote = join(world.folder, 'remote.git')
  const other = join(world.folder, 'other')
  world.gitIn(world.folder, 'init', '--quiet', '--bare', remote)
  world.git('push', '--quiet', remote, 'main')
  world.gitIn(world.folder, 'clone', '--quiet', '--branch', 'main', remote, other)
  writeFileSync(join(other, 'C.md'), 'from another\n')
  world.gitIn(other, 'add', '--all')
  world.gitIn(other, 'commit', '--quiet', '--message', 'another')
  world.gitIn(other, 'push', '--quiet')
  await write('D', 'only here\n')
  return remote
}

test('[WIK2] [WIK4] [WIK13] fifty writers in eight processes lose no append, and overwrite nothing that they have not read, over HTTP and MCP', async () => {
  world = openWikiWorld()
  const folder = mkdtempSync(join(tmpdir(), 'iris-writers-'))
  const running = await openDaemon(`settings: { httpPort: 0 }\nteams:\n  shop: { path: ${folder} }\n`)
  try {
    await running.client.call('writePage', { project, page: 'Counter', text: '0\n' })
    const program = bundled(join(support, 'wiki-writer.ts'))
    const shares = [7, 7, 6, 6, 6, 6, 6, 6]
    const told = await Promise.all(
      shares.map(async (writers, place) => {
        const { url, token } = running.daemon
        const args = [url, token, `p${place}`, String(writers), isLong ? '10' : '2']
        const child = fork(program, args, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
        // Not its exit: that may be heard before its last word.
        const gone = once(child, 'disconnect').then(() =>
          Promise.reject(new Error('a writer ended without a word')),
        )
        const said = once(child, 'message') as Promise<[{ acknowledged: string[]; counted: number }]>
        const [message] = await Promise.race([said, gone])
        gone.catch(() => undefined)
        return message
      }),
    )
    const { text } = await running.client.call('readPage', { project, page: 'Log' })
    const lines = told.flatMap(({ acknowledged }) => acknowledged)
    expect(text.trim().split('\n').toSorted()).toEqual(lines.toSorted())
    const counted = told.reduce((sum, one) => sum + one.counted, 0)
    const counter = await running.client.call('readPage', { project, page: 'Counter' })
    expect(Number(counter.text)).toBe(counted)
    console.log(`wiki: ${lines.length} appends of 50 writers, ${counted} overwrites by revision, none lost`)
  } finally {
    await running.end()
    rmSync(folder, { recursive: true })
  }
}, 300_000)

const isRoot = process.getuid?.() === 0 && process.platform === 'linux'

// Only root may mount a small disk.
test.skipIf(!isRoot)(
  '[WIK25] on a full disk a change is refused or done, and works again once there is room',
  async () => {
    world = openWikiWorld()
    const disk = mkdtempSync(join(tmpdir(), 'iris-small-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk])
    try {
      Object.assign(world.settings, { path: disk })
      world.repository = join(disk, 'shop')
      const { revision } = await write('A', 'first\n')
      const filler = fillUp(join(disk, 'filler'))
      await expect(write('A', `${'x'.repeat(40_000)}\n`, revision ?? undefined)).rejects.toMatchObject({
        code: 'DISK_FULL',
      })
      expect(await read('A')).toBe('first\n')
      rmSync(filler)
      await write('A', 'second\n', revision ?? undefined)
      await isSound('full disk')
    } finally {
      await world.wiki.close()
      execFileSync('umount', ['-l', disk])
      rmSync(disk, { recursive: true })
      mkdirSync(join(world.folder, 'home'), { recursive: true })
    }
  },
)

test.skipIf(!isRoot)(
  '[WIK34] a disk that hangs is told, stops nobody, and has everything again once it answers',
  async () => {
    world = openWikiWorld()
    const disk = join(world.folder, 'disk')
    Object.assign(world.settings, { path: disk })
    await write('A', 'first\n')
    // A file system whose server never answers: whatever asks it waits.
    const server = openSync('/dev/fuse', 'r+')
    const options = 'fd=3,rootmode=40000,user_id=0,group_id=0'
    const place = join(disk, project)
    const args = ['-i', '-t', 'fuse', '-o', options, 'hangs', place]
    expect(spawnSync('mount', args, { stdio: ['ignore', 'ignore', 'inherit', server] }).status).toBe(0)
    let longest = 0
    let last = performance.now()
    const ticking = setInterval(() => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }, 20)
    try {
      const silent = expect.objectContaining({
        code: 'WIKI_UNREADABLE',
        message: expect.stringMatching(/its disk does not answer\.$/) as string,
      }) as unknown
      await expect(read('A')).rejects.toEqual(silent)
      await expect(write('B', 'b')).rejects.toEqual(silent)
      expect(await world.wiki.all()).toMatchObject([
        { project, problem: expect.stringContaining('disk') as string },
      ])
      await world.wiki.close()
      expect(longest).toBeLessThan(2000)
    } finally {
      clearInterval(ticking)
      closeSync(server)
      execFileSync('umount', ['-l', place])
    }
    await world.close()
    world.open()
    expect(await read('A')).toBe('first\n')
    expect(world.events('wiki.lost')).toEqual([])
  },
  60_000,
)
