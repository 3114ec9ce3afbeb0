import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { entryPoint, runToEnd } from '../platform/process/index.ts'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'iris-home-'))
})

afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

test('[DMN1] starts at the same moment do not take each other for a home that cannot be written', async () => {
  const module = new URL('home.ts', import.meta.url).href
  const { command, args } = entryPoint('daemon/home')
  const starter = `import(${JSON.stringify(module)}).then((m) => {
    const fs = require('node:fs')
    const dir = ${JSON.stringify(folder)}
    fs.writeFileSync(dir + '/ready-' + process.pid, '')
    while (fs.readdirSync(dir).filter((f) => f.startsWith('ready-')).length < 2);
    for (let round = 0; round < 1000; round += 1) m.prepareHome(dir)
    console.log('prepared')
  })`
  const starts = await Promise.all(
    Array.from({ length: 2 }, () =>
      runToEnd({
        command,
        args: [...args.slice(0, -1), '-e', starter],
        cwd: folder,
        env: {},
        timeoutMs: 15_000,
      }),
    ),
  )
  expect(starts.map(({ stdout, stderr }) => stdout.trim() || stderr)).toEqual(['prepared', 'prepared'])
  expect((await readdir(folder)).filter((file) => file.startsWith('.'))).toEqual([])
})
