import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { Client } from '../../src/client/index.ts'
import { IrisError } from '../../src/contract/index.ts'
import { makeHome } from '../support/daemon.ts'
import { mortalDaemon } from '../support/mortal-daemon.ts'
import { randomFrom, seedOf } from '../support/points.ts'

const isLong = process.env['IRIS_FAULTS'] === 'all'
const kills = isLong ? 40 : 2
const project = 'shop'

let home: string
const daemon = mortalDaemon()
afterEach(async () => {
  await daemon.kill()
  rmSync(home, { recursive: true, force: true })
})

test('[WIK14] while many write, rename and attach and the daemon is killed at any moment, nothing that was acknowledged is lost', async () => {
  home = makeHome('iris-wiki-kills-')
  const shop = join(home, 'shop')
  mkdirSync(shop)
  writeFileSync(
    join(home, 'config.yaml'),
    `settings: { httpPort: 0 }\nteams:\n  shop: { path: ${JSON.stringify(shop)} }\n`,
  )
  const random = randomFrom(seedOf())
  let client = await daemon.start(home)
  const done = { lines: [] as string[], pages: new Map<string, string>(), total: 0 }
  const sent = new Map<string, string>()
  const over = new AbortController()
  const writers = [
    ...Array.from({ length: 6 }, (_, n) => appending(n)),
    ...Array.from({ length: 3 }, (_, n) => rewriting(n)),
    renaming(),
  ]
  for (let kill = 0; kill < kills; kill += 1) {
    const wanted = done.total + 3 + Math.floor(random() * 30)
    await expect.poll(() => done.total, { timeout: 60_000, interval: 1 }).toBeGreaterThan(wanted)
    await daemon.kill()
    client = await daemon.start(home)
  }
  over.abort()
  await Promise.all(writers)
  const { text } = await client.call('readPage', { project, page: 'Log' })
  const lines = text.trim().split('\n')
  expect(done.lines.filter((line) => !lines.includes(line))).toEqual([])
  expect(lines.filter((line) => !/^\d+\.\d+$/.test(line))).toEqual([])
  for (const [page, last] of done.pages) {
    const { text: now } = await client.call('readPage', { project, page })
    // A daemon that was killed may have written the next text and not said so.
    expect([last, sent.get(page)], page).toContain(now)
  }
  await isSound()
  console.log(
    `wiki: ${kills} kills, ${done.lines.length} appends and ${done.pages.size} pages, nothing lost (IRIS_FAULTS_SEED=${seedOf()})`,
  )

  /** Calls until it is answered; what is there already after a kill counts. */
  async function insist<T>(work: (now: Client) => Promise<T>): Promise<T | undefined> {
    while (!over.signal.aborted) {
      try {
        const answer = await work(client)
        done.total += 1
        return answer
      } catch (error) {
        if (error instanceof IrisError && error.code.startsWith('PAGE_')) throw error
        await pause(5)
      }
    }
    return undefined
  }

  async function appending(n: number): Promise<void> {
    for (let round = 0; !over.signal.aborted; round += 1) {
      const line = `${n}.${round}`
      if (await insist((now) => now.call('appendPage', { project, page: 'Log', text: line })))
        done.lines.push(line)
    }
  }

  async function rewriting(n: number): Promise<void> {
    const page = `Pages/${n}`
    for (let round = 0; !over.signal.aborted; round += 1) {
      const text = `round ${round}\n`
      sent.set(page, text)
      const written = await insist(async (now) => {
        const { revision } = await now.call('readPage', { project, page }).catch(missing)
        return now.call('writePage', { project, page, text, ...(revision !== null && { revision }) })
      })
      if (written) done.pages.set(page, text)
    }
  }

  async function renaming(): Promise<void> {
    await insist((now) => now.call('appendPage', { project, page: 'Moved/0', text: 'on the way' }))
    for (let round = 0; !over.signal.aborted; round += 1) {
      const names = { page: `Moved/${round}`, to: `Moved/${round + 1}` }
      await insist((now) => now.call('renamePage', { project, ...names }).catch(isDone))
      const base64 = Buffer.from(`file ${round}`).toString('base64')
      await insist((now) =>
        now.call('attachFile', { project, path: 'Moved/file.txt', base64, replace: true }),
      )
    }
  }

  /** That git, the files and what is told are one. */
  async function isSound(): Promise<void> {
    const { wiki, pages } = await client.call('listPages', { project })
    expect(wiki.problem).toBeNull()
    const folder = wiki.folder ?? ''
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' })
    expect(git('status', '--porcelain')).toBe('')
    expect(git('fsck', '--no-progress', '--no-dangling')).toBe('')
    expect(pages.map(({ page }) => `${page}.md`).toSorted()).toEqual(
      git('ls-files', '*.md').trim().split('\n').toSorted(),
    )
    for (const { page } of pages) {
      const { text: told } = await client.call('readPage', { project, page })
      expect(readFileSync(join(folder, `${page}.md`), 'utf8')).toBe(told)
    }
  }
}, 600_000)

/** A rename that a killed daemon did, and did not say so. */
function isDone(error: unknown): void {
  if (error instanceof IrisError && error.code === 'PAGE_UNKNOWN') return
  throw error
}

function missing(error: unknown): { revision: null } {
  if (error instanceof IrisError && error.code === 'PAGE_UNKNOWN') return { revision: null }
  throw error
}
