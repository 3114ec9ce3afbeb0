import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { homeFiles } from '../contract/index.ts'
import { entryPoint, isAlive, startProcess } from '../platform/process/index.ts'
import { repetitions } from '../platform/lib/repetitions.suite.ts'
import { runTogether } from '../platform/process/together.suite.ts'

let folder = ''
const writes = repetitions(600, 3000)
const starts = repetitions(300, 1000)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'iris-home-'))
})

afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

test(`[DMN8] the address file is there whole or not at all, ${writes} times of 3000`, async () => {
  const module = new URL('home.ts', import.meta.url).href
  const { command, args } = entryPoint('daemon/home')
  const url = `http://127.0.0.1:1/${'x'.repeat(100_000)}`
  const writer = `import(${JSON.stringify(module)}).then((m) => {
    for (let round = 0; round < ${writes}; round += 1)
      m.writeAddress(${JSON.stringify(folder)}, { url: ${JSON.stringify(url)}, pid: round, version: '' })
  })`
  const start = { command, args: [...args.slice(0, -1), '-e', writer], cwd: folder, env: {} }
  const { pid, exited } = await startProcess(start)
  const cut = new Set<number>()
  while (isAlive(pid)) {
    for (let look = 0; look < 100 && existsSync(homeFiles(folder).address); look += 1) {
      const { length } = readFileSync(homeFiles(folder).address, 'utf8')
      if (length < url.length) cut.add(length)
    }
    await new Promise(setImmediate)
  }
  expect(await exited).toMatchObject({ code: 0 })
  expect([...cut]).toEqual([])
})

test(`[DMN1] starts at the same moment do not take each other for a home that cannot be written, ${starts} times of 1000`, async () => {
  const printed = await runTogether({
    times: 2,
    module: 'daemon/home',
    folder,
    body: `for (let round = 0; round < ${starts}; round += 1) m.prepareHome(dir)
    console.log('prepared')`,
  })
  expect(printed).toEqual(['prepared', 'prepared'])
  expect((await readdir(folder)).filter((file) => file.startsWith('.'))).toEqual([])
})
