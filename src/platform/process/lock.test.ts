import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { entryPoint, processIdentity, runToEnd, takeLock } from './index.ts'

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
  const module = new URL('index.ts', import.meta.url).href
  const { command, args } = entryPoint('platform/process/index')
  // Each stays alive until all have tried, so a loser cannot win after a winner left.
  const contender = `import(${JSON.stringify(module)}).then((m) => {
    const fs = require('node:fs')
    const dir = ${JSON.stringify(folder)}
    fs.writeFileSync(dir + '/ready-' + process.pid, '')
    while (fs.readdirSync(dir).filter((f) => f.startsWith('ready-')).length < 4);
    const got = m.takeLock(dir, 'lock')
    fs.writeFileSync(dir + '/done-' + process.pid, '')
    while (fs.readdirSync(dir).filter((f) => f.startsWith('done-')).length < 4);
    console.log('heldBy' in got ? 'lost' : 'won')
  })`
  const runs = await Promise.all(
    Array.from({ length: 4 }, () =>
      runToEnd({
        command,
        args: [...args.slice(0, -1), '-e', contender],
        cwd: folder,
        env: {},
        timeoutMs: 15_000,
      }),
    ),
  )
  expect(runs.map((run) => run.stdout.trim()).toSorted()).toEqual(['lost', 'lost', 'lost', 'won'])
  const claims = (await readdir(folder)).filter((file) => file.startsWith('lock.'))
  expect(claims).toEqual(['lock.5'])
})
