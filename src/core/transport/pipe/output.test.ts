import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { manualClock } from '../../../platform/clock/index.ts'
import { startProcess } from '../../../platform/process/index.ts'
import { spoolOutput } from './output.ts'
import { openSpool } from './spool.ts'

test.runIf(process.platform === 'linux')(
  '[PIP21] on a full disk the output waits and is spooled when there is room, after the exit too',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'iris-full-'))
    await symlink('/dev/full', join(folder, 'a.out'))
    const clock = manualClock()
    const spool = openSpool(folder, 'a')
    const script = `process.stdout.write('x'.repeat(50000) + '\\n')`
    const child = await startProcess({
      command: process.execPath,
      args: ['-e', script],
      cwd: folder,
      env: {},
    })
    let grown = 0
    const output = spoolOutput({ stdout: child.stdout, spool, clock, grew: () => (grown += 1) })
    await child.exited
    await expect.poll(() => grown).toBeGreaterThan(0)
    const finished = output.finished()
    clock.advance(60_000)
    expect(spool.size()).toBe(0)

    await rm(join(folder, 'a.out'))
    await expect
      .poll(() => {
        clock.advance(1000)
        return spool.size()
      })
      .toBe(50_001)
    await finished
    expect(await readFile(join(folder, 'a.out'), 'utf8')).toHaveLength(50_001)
    spool.rest()
    await rm(folder, { recursive: true })
  },
)
