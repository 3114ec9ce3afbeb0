import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClient, type Client } from '../../src/client/index.ts'
import { homeFiles } from '../../src/contract/index.ts'
import { isAlive } from '../../src/platform/process/index.ts'
import { makeHome } from '../support/daemon.ts'
import { startDaemonProcess, type DaemonProcess } from '../support/daemon-process.ts'
import { pointsOf } from '../support/points.ts'
import { freePort } from '../support/ports.ts'

let home: string
let project: string
let daemon: DaemonProcess
let client: Client
beforeEach(async () => {
  home = realpathSync(makeHome('iris-checks-kill-', ''))
  project = join(home, 'shop')
  mkdirSync(project)
  const port = await freePort()
  writeFileSync(
    join(home, 'config.yaml'),
    JSON.stringify({ settings: { httpPort: port }, teams: { shop: { path: project } } }),
  )
  daemon = await startDaemonProcess(home)
  const token = readFileSync(homeFiles(home).token, 'utf8').trim()
  client = createClient({ url: `http://127.0.0.1:${port}`, token })
})
afterEach(async () => {
  await daemon.kill()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

const pidsFile = (): string => join(project, 'pids')
const pids = (): number[] =>
  existsSync(pidsFile()) ? readFileSync(pidsFile(), 'utf8').trim().split('\n').map(Number) : []

/** What is under way when the daemon dies; each writes down whom it started. */
const scripts = {
  'a command': 'echo $$ >> pids; sleep 600; true',
  'a command that ignores SIGTERM and SIGPIPE': `trap '' TERM PIPE HUP; echo $$ >> pids; while :; do sleep 1; done`,
  'a grandchild in a session of its own': `setsid sh -c 'echo $$ >> pids; exec sleep 600' & wait`,
  'one that forked twice': `(setsid sh -c 'echo $$ >> pids; exec sleep 600' &); sleep 600`,
  'a loud one': 'echo $$ >> pids; yes',
}

test.each(pointsOf('a daemon killed during a check', Object.entries(scripts)))(
  '[CHK9] the daemon is killed while %s runs: the check is interrupted, and nothing of it is left',
  async (_, command) => {
    const check = { command, expected: { exit: 0 } }
    const { key } = await client.call('createTask', { team: 'shop', title: 'Try it', check })
    const { check: id } = await client.call('runCheck', { task: key })
    const { check: next } = await client.call('runCheck', { task: key })
    await expect.poll(pids).toHaveLength(1)
    await daemon.kill()
    daemon = await startDaemonProcess(home)
    await expect
      .poll(() => client.call('getCheck', { check: id }))
      .toMatchObject({ state: 'interrupted', endedAt: expect.any(Number), steps: [{ state: 'cancelled' }] })
    expect(pids().filter(isAlive)).toEqual([])
    await expect.poll(() => client.call('getCheck', { check: next })).toMatchObject({ state: 'interrupted' })
    expect(pids()).toHaveLength(1)
    const ends = (await daemon.events('check.ended')).map(({ data }) => data)
    expect(ends).toMatchObject([
      { check: id, state: 'interrupted' },
      { check: next, state: 'interrupted' },
    ])
  },
)
