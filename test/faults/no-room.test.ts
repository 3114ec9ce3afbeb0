import { execFileSync, spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClient } from '../../src/client/index.ts'
import { createDaemon } from '../../src/daemon/index.ts'
import { environmentOf } from '../support/daemon.ts'
import { fillUp } from '../support/full-disk.ts'
import { iris } from '../support/iris.ts'

const isRoot = process.getuid?.() === 0 && process.platform === 'linux'
let disk: string
let home: string

beforeEach(() => {
  disk = mkdtempSync(join(tmpdir(), 'iris-no-room-'))
  home = join(disk, 'home')
  // Only root may mount a small disk; without one the tests are left out.
  if (isRoot) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk])
  mkdirSync(home)
  writeFileSync(join(home, 'config.yaml'), 'settings:\n  httpPort: 0\n')
})
afterEach(() => {
  if (isRoot) execFileSync('umount', ['-l', disk])
  rmSync(disk, { recursive: true, force: true })
})

function isDone(command: string, ...args: string[]): boolean {
  return spawnSync(command, args).status === 0
}

async function told(...args: string[]): Promise<{ exit: number | null; code: string; message: string }> {
  const { code: exit, stdout } = await iris(home, [...args, '--json'])
  const { code, message } = (JSON.parse(stdout) as { error: { code: string; message: string } }).error
  return { exit, code, message }
}
const noRoom = () => ({ exit: 8, code: 'DISK_FULL', message: expect.stringContaining(home) as string })

test.skipIf(!isRoot)(
  '[DMN19] [CLI5] [CLI46] a full disk is told by a start, by whatever starts Iris, and by status',
  async () => {
    const filler = fillUp(join(disk, 'filler'))
    expect(await told('start', '--background')).toMatchObject(noRoom())
    expect(await told('teams')).toMatchObject(noRoom())
    expect(await told('status')).toMatchObject({
      ...noRoom(),
      message: expect.stringMatching(/cannot start/),
    })
    const { code, stderr } = await iris(home, ['start'])
    expect([code, stderr]).toEqual([
      8,
      expect.stringMatching(/no room left on the disk of .*\nFree some space/),
    ])
    rmSync(filler)
    expect((await iris(home, ['start', '--background'])).code).toBe(0)
    expect((await iris(home, ['stop'])).code).toBe(0)
    expect(await told('status')).toMatchObject({ exit: 3, code: 'DAEMON_NOT_RUNNING' })
  },
)

test.skipIf(!isRoot)(
  '[DMN19] [DMN20] whichever step of a start finds no room, the reason is told, and is in the log; so is that of a call',
  async () => {
    await (await createDaemon({ environment: environmentOf(home) })).close('test')
    const filler = fillUp(join(disk, 'filler'))
    const size = execFileSync('stat', ['-c', '%s', filler], { encoding: 'utf8' })
    for (const room of [1, 3, 6, 9, 12, 15].map((pages) => pages * 4096)) {
      truncateSync(filler, Math.floor((Number(size) - room) / 4096) * 4096)
      const start = createDaemon({ environment: environmentOf(home) })
      await expect(start, `${room} bytes`).rejects.toMatchObject({ code: 'DISK_FULL' })
      fillUp(filler)
    }
    expect(readFileSync(join(home, 'logs', 'irisd.log'), 'utf8')).toContain('daemon did not start')
    rmSync(filler)
    const daemon = await createDaemon({ environment: environmentOf(home) })
    expect(daemon.log.read({ types: ['daemon.stopped'] }).events).toHaveLength(1)
    const client = createClient({ url: daemon.url, token: daemon.token })
    const { text, version } = await client.call('readConfigFile', {})
    fillUp(filler)
    const saving = client.call('saveConfigFile', { text: `# More.\n${text}`, version })
    await expect(saving).rejects.toMatchObject({ code: 'DISK_FULL' })
    expect(readdirSync(home).filter((name) => name.startsWith('.claim'))).toEqual([])
    rmSync(filler)
    await daemon.close('test')
  },
)

test.skipIf(!isRoot)(
  '[DMN20] [CLI46] [CLI6] a home on a read-only disk is told as that, also by commands that write themselves',
  async () => {
    await (await createDaemon({ environment: environmentOf(home) })).close('test')
    // Busy until iris-pipe has left.
    await expect.poll(() => isDone('mount', '-o', 'remount,ro', disk)).toBe(true)
    const readOnly = {
      exit: 8,
      code: 'HOME_NOT_WRITABLE',
      message: expect.stringContaining(
        `The Iris home ${home} cannot be written: its disk is mounted read-only.`,
      ),
    }
    expect(await told('start', '--background')).toMatchObject(readOnly)
    expect(await told('teams', 'add', 'alpha', disk)).toMatchObject(readOnly)
    expect(await told('status')).toMatchObject(readOnly)
    await expect(createDaemon({ environment: environmentOf(home) })).rejects.toMatchObject({
      code: 'HOME_NOT_WRITABLE',
    })
    const { stdout } = await iris(home, ['doctor', '--json'])
    const { checks } = JSON.parse(stdout) as { checks: { name: string; state: string; advice?: string }[] }
    const advised = (name: string) => checks.find((check) => check.name === name)
    expect(advised('Home')).toMatchObject({ state: 'problem', advice: expect.stringContaining('mount it') })
    expect(advised('Database')).toMatchObject({
      state: 'problem',
      advice: expect.stringContaining('mount it'),
    })
  },
)
