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
import { repetitions } from '../lib/repetitions.suite.ts'
import { runTogether } from '../process/together.suite.ts'
import { changeConfigText, readEnvironment } from './index.ts'

let home = ''
const rounds = repetitions(25, 50)

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'iris-config-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

test(`[CFG34] of changes by several processes at the same moment none is lost, ${rounds} each of 50`, async () => {
  const printed = await runTogether({
    times: 2,
    module: 'platform/config/index',
    folder: home,
    body: `const environment = m.readEnvironment({ IRIS_HOME: dir })
    for (let round = 0; round < ${rounds}; round += 1)
      await m.changeConfigText(environment, (text = '') => text + '# ' + process.pid + '\\n')
    console.log('written')`,
  })
  expect(printed).toEqual(['written', 'written'])
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
