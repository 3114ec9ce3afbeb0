import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  lstatSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { entryPoint, runToEnd } from '../process/index.ts'
import { changeConfigText, readEnvironment } from './index.ts'

let home = ''

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'iris-config-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

test('[CFG34] of changes by several processes at the same moment none is lost', async () => {
  const rounds = 50
  const module = new URL('index.ts', import.meta.url).href
  const { command, args } = entryPoint('platform/config/index')
  const writer = `import(${JSON.stringify(module)}).then(async (m) => {
    const fs = require('node:fs')
    const home = ${JSON.stringify(home)}
    fs.writeFileSync(home + '/ready-' + process.pid, '')
    while (fs.readdirSync(home).filter((f) => f.startsWith('ready-')).length < 2);
    const environment = m.readEnvironment({ IRIS_HOME: home })
    for (let round = 0; round < ${rounds}; round += 1)
      await m.changeConfigText(environment, (text = '') => text + '# ' + process.pid + '\\n')
    console.log('written')
  })`
  const runs = await Promise.all(
    Array.from({ length: 2 }, () =>
      runToEnd({
        command,
        args: [...args.slice(0, -1), '-e', writer],
        cwd: home,
        env: {},
        timeoutMs: 15_000,
      }),
    ),
  )
  expect(runs.map(({ stdout, stderr }) => stdout.trim() || stderr)).toEqual(['written', 'written'])
  expect(readFileSync(join(home, 'config.yaml'), 'utf8').trim().split('\n')).toHaveLength(2 * rounds)
  const left = readdirSync(home).filter((file) => !file.startsWith('ready-'))
  expect(left).toEqual(['config.yaml'])
})

test('[CFG34] a link stays a link, and an edit that fails changes nothing and keeps nobody waiting', async () => {
  const file = join(home, 'elsewhere.yaml')
  writeFileSync(file, 'teams: {}\n')
  symlinkSync(file, join(home, 'config.yaml'))
  const environment = readEnvironment({ IRIS_HOME: home })
  const refused = changeConfigText(environment, () => {
    throw new Error('no')
  })
  await expect(refused).rejects.toThrow('no')
  await changeConfigText(environment, (text) => `${text ?? ''}# more\n`)
  expect(readFileSync(file, 'utf8')).toBe('teams: {}\n# more\n')
  expect(lstatSync(join(home, 'config.yaml')).isSymbolicLink()).toBe(true)
})
