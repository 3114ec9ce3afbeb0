import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isAlive, runInGroup, type GroupCommand, type GroupOutcome } from './index.ts'

const root = mkdtempSync(join(tmpdir(), 'iris-group-'))
afterAll(() => rmSync(root, { recursive: true }))

const node = process.execPath
const env = { PATH: process.env['PATH'] }
const newFolder = (): string => mkdtempSync(join(root, 'f-'))
const pidsIn = (folder: string): number[] =>
  readFileSync(join(folder, 'pids'), 'utf8').trim().split('\n').map(Number)

/** Runs a script in a folder of its own, which is the mark too. */
const run = (script: string, more: Partial<GroupCommand> = {}, cwd = newFolder()): Promise<GroupOutcome> =>
  runInGroup({
    command: 'sh',
    args: ['-c', script],
    cwd,
    env,
    timeoutMs: 20_000,
    mark: `IRIS_CHECK_MARK=${cwd}`,
    onOutput: () => {},
    ...more,
  })
const deaf = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`
const note = `require('node:fs').appendFileSync('pids', process.pid + '\\\\n');`

/** Each leaves something behind that a kill of the shell alone would miss. */
const stubborn = {
  'one that ignores SIGTERM': `exec '${node}' -e "${note} ${deaf}"`,
  'a grandchild that keeps the pipes': `sh -c 'echo $$ >> pids; exec sleep 600' & echo $$ >> pids; wait`,
  'a grandchild that ignores SIGTERM': `'${node}' -e "${note} ${deaf}" & wait`,
  'the leader of a session of its own': `setsid sh -c 'echo $$ >> pids; exec sleep 600' & sleep 600`,
  'one that forked twice, its parent gone': `(setsid sh -c 'echo $$ >> pids; exec sleep 600' &) ; sleep 600`,
}

test.concurrent.each(Object.entries(stubborn))(
  '[CHK3] [CHK4] a command is ended with all of it at its time limit: %s',
  async (_, script) => {
    const folder = newFolder()
    const began = performance.now()
    // Long enough for five at once to begin.
    expect(await run(script, { timeoutMs: 4000 }, folder)).toMatchObject({ timedOut: true, left: [] })
    expect(performance.now() - began).toBeLessThan(30_000)
    expect(pidsIn(folder).length).toBeGreaterThan(0)
    expect(pidsIn(folder).filter(isAlive)).toEqual([])
  },
)

test('[CHK3] what a command leaves in the background is ended when it has ended, and holds nothing up', async () => {
  const folder = newFolder()
  const script = `setsid sh -c 'echo $$ >> pids; exec sleep 600' & until [ -s pids ]; do :; done; exit 3`
  expect(await run(script, {}, folder)).toEqual({ code: 3, signal: null, timedOut: false, left: [] })
  expect(pidsIn(folder).filter(isAlive)).toEqual([])
})

test('[CHK3] everyone is asked to end before anyone is killed', async () => {
  const child = `process.on('SIGTERM', () => { require('node:fs').writeFileSync('tidy', ''); process.exit(0) }); setInterval(() => {}, 1000); console.log('up')`
  const stop = new AbortController()
  const folder = newFolder()
  const ends = { signal: stop.signal, onOutput: () => stop.abort() }
  const outcome = await run(`'${node}' -e "${child}" & wait`, ends, folder)
  expect(outcome).toEqual({ code: null, signal: 'SIGTERM', timedOut: false, left: [] })
  expect(existsSync(join(folder, 'tidy'))).toBe(true)
})

test('[CHK5] 200 MB of output pass through piece by piece', async () => {
  const before = process.memoryUsage.rss()
  let bytes = 0
  const onOutput = (_: string, chunk: Buffer): void => void (bytes += chunk.length)
  expect(await run('head -c 200000000 /dev/zero', { onOutput })).toMatchObject({ code: 0 })
  expect(bytes).toBe(200_000_000)
  expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000)
})
