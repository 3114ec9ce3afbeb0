import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { processIdentity, takeLock } from './index.ts'
import { runTogether } from './together.suite.ts'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'iris-lock-'))
})

afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

test('[PRC12] a held lock names its holder and is free after release', async () => {
  const lock = takeLock(folder, 'lock')
  if ('heldBy' in lock) throw new Error('held')
  expect(lock.isHeld()).toBe(true)
  expect(takeLock(folder, 'lock')).toEqual({ heldBy: processIdentity(process.pid) })
  expect(takeLock(folder, 'other')).not.toHaveProperty('heldBy')
  lock.release()
  lock.release()
  expect(lock.isHeld()).toBe(false)
  expect(takeLock(folder, 'lock')).not.toHaveProperty('heldBy')
})

test('[PRC12] of several contenders for the place of a dead holder exactly one wins', async () => {
  await writeFile(join(folder, 'lock.4'), '999999999@1.dead')
  const printed = await runTogether({
    times: 4,
    module: 'platform/process/index',
    folder,
    // Each stays alive until all have tried, so a loser cannot win after a winner left.
    body: `
      const got = m.takeLock(dir, 'lock')
      arrive('done')
      console.log('heldBy' in got ? 'lost' : 'won')`,
  })
  expect(printed).toEqual(['lost', 'lost', 'lost', 'won'])
  const claims = (await readdir(folder)).filter((file) => file.startsWith('lock.'))
  expect(claims).toEqual(['lock.5'])
})
