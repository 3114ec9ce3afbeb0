import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { IrisError } from '../../contract/index.ts'
import { readEnvironment } from './environment.ts'
import { errorOf, mistakesIn, temporaryHome } from './fixtures.suite.ts'
import { parseConfig, readConfig } from './loading.ts'

const environment = readEnvironment({ HOME: '/home/u', PORT: '4000', FLAG: 'true', WORD: 'hello', EMPTY: '' })
const settingsOf = (lines: string) => parseConfig(`settings:\n${lines}`, environment).settings

test('[CFG1] without a file every value has its default and there are no teams', () => {
  const config = readConfig(temporaryHome())
  expect(config.teams.size).toBe(0)
  expect(config.settings).toEqual({
    sessionInitTimeout: 30_000,
    spawnTimeout: 20_000,
    responseTimeout: 120_000,
    idleTimeout: 3_600_000,
    maxProcesses: 10,
    healthCheckInterval: 30_000,
    httpPort: 1615,
    host: '127.0.0.1',
    allowedHosts: [],
    allowedOrigins: [],
    publicUrl: null,
    budget: {},
    hotReloadConfig: true,
    logLevel: 'info',
  })
})

test('[CFG1] the file in the home of Iris is read', () => {
  const home = temporaryHome()
  writeFileSync(home.configPath, 'settings: { httpPort: 0 }')
  expect(readConfig(home).settings.httpPort).toBe(0)
})

test('[CFG2] a folder, a pipe, a file that is not UTF-8 and one that is too large cannot be read', () => {
  const folder = temporaryHome()
  mkdirSync(folder.configPath)
  expect(errorOf(() => readConfig(folder)).code).toBe('CONFIG_UNREADABLE')
  const pipe = temporaryHome()
  execFileSync('mkfifo', [pipe.configPath])
  expect(errorOf(() => readConfig(pipe)).message).toContain('no regular file')
  const home = temporaryHome()
  writeFileSync(home.configPath, Buffer.from([0x61, 0xff, 0xfe]))
  expect(errorOf(() => readConfig(home)).message).toContain('not UTF-8')
  writeFileSync(home.configPath, '#'.repeat(1024 * 1024 + 1))
  expect(errorOf(() => readConfig(home)).message).toContain('bytes')
})

test.skipIf(process.getuid?.() === 0)('[CFG2] a file without read permission cannot be read', () => {
  const home = temporaryHome()
  writeFileSync(home.configPath, '')
  chmodSync(home.configPath, 0)
  expect(errorOf(() => readConfig(home)).code).toBe('CONFIG_UNREADABLE')
})

test('[CFG3] an empty value counts as not set', () => {
  const config = parseConfig('teams:\nsettings:\n  httpPort:\n  logLevel: ~\nagent: null\n', environment)
  expect(config.settings).toMatchObject({ httpPort: 1615, logLevel: 'info' })
  expect(parseConfig('# only a comment', environment).teams.size).toBe(0)
  expect(mistakesIn('teams:\n  a:\n    path:\n')).toMatchObject([
    { line: 3, path: 'teams.a.path', found: 'nothing' },
  ])
})

test('[CFG10] unquoted variables have the type of what they give', () => {
  expect(settingsOf('  httpPort: ${PORT:-1615}').httpPort).toBe(4000)
  expect(settingsOf('  httpPort: ${OTHER:-1615}').httpPort).toBe(1615)
  expect(settingsOf('  hotReloadConfig: ${FLAG}').hotReloadConfig).toBe(true)
  expect(settingsOf('  idleTimeout: ${OTHER:-90}s').idleTimeout).toBe(90_000)
  expect(settingsOf('  httpPort: ${EMPTY}').httpPort).toBe(1615)
})

test('[CFG10] quoted and block text stays text', () => {
  const agents = (lines: string) => parseConfig(`claude:\n  env:\n${lines}`, environment).claude.env
  expect({ ...agents('    A: "${PORT}"\n    B: \'${FLAG}\'\n') }).toEqual({ A: '4000', B: 'true' })
  expect({ ...agents('    A: |-\n      ${WORD}\n      $${WORD}\n') }).toEqual({ A: 'hello\n${WORD}' })
  expect(mistakesIn('settings:\n  httpPort: "${PORT}"', { PORT: '1' })[0]).toMatchObject({
    found: '${PORT}, which gave text',
  })
})

test('[CFG10] a value cannot add keys to the file', () => {
  const variables = { WORD: 'x\nsettings: { httpPort: 1 }' }
  const config = parseConfig('claude:\n  model: ${WORD}', readEnvironment({ ...variables, HOME: '/home/u' }))
  expect(config.claude.model).toBe(variables.WORD)
  expect(config.settings.httpPort).toBe(1615)
})

test('[CFG12] times are bounded', () => {
  expect(settingsOf('  responseTimeout: 5m').responseTimeout).toBe(300_000)
  expect(settingsOf('  responseTimeout: 5000').responseTimeout).toBe(5000)
  expect(mistakesIn('settings:\n  responseTimeout: 2d')[0]?.expected).toContain('from 100ms to 1d')
  expect(mistakesIn('settings:\n  responseTimeout: 5')[0]?.expected).toContain('from 100ms to 1d')
  expect(mistakesIn('settings:\n  responseTimeout: [1]')[0]?.expected).toContain('from 100ms to 1d')
})

test('aliases work, and one that names itself or multiplies is a mistake', () => {
  const text = 'teams:\n  a: &a\n    path: /a\n  b: *a\n'
  expect(parseConfig(text, environment).teams.get('b')).toMatchObject({ name: 'b', path: '/a' })
  expect(mistakesIn('teams: &t\n  a: *t\n').length).toBeGreaterThan(0)
  expect(mistakesIn('teams:\n  a: *none\n')).toMatchObject([{ line: 2, found: '*none' }])
  const laughs = [
    'a0: &a0 [x]',
    ...Array.from({ length: 9 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(9)}]`),
  ]
  expect(mistakesIn(laughs.join('\n')).some(({ found }) => found === 'too much')).toBe(true)
})

test('[CFG20] any text gives a configuration or an IrisError', () => {
  const keys = fc.constantFrom(
    'settings',
    'teams',
    'agent',
    'env',
    'path',
    'a',
    '__proto__',
    'constructor',
    '<<',
    '?',
  )
  const piece = fc.oneof(
    keys.map((key) => `${key}: `),
    fc.constantFrom(
      '\n',
      '\n  ',
      '\n    ',
      '- ',
      '[',
      ']',
      '{',
      '}',
      ',',
      '&a ',
      '*a',
      '!!int ',
      '!x ',
      '|\n',
      '"',
      "'",
      '#',
    ),
    fc.constantFrom(
      '${',
      '}',
      '${PORT}',
      '${NO}',
      '$${',
      '---\n',
      '...\n',
      '%YAML 1.1\n',
      '\t',
      '\0',
      '\uFEFF',
      '\r\n',
    ),
    fc.string({ maxLength: 5 }),
    fc.integer().map(String),
  )
  const text = fc.oneof(
    fc.string(),
    fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
  )
  fc.assert(
    fc.property(text, (written) => {
      try {
        expect(parseConfig(written, environment).teams).toBeInstanceOf(Map)
      } catch (error) {
        if (!(error instanceof IrisError)) throw error
        expect(error.code).toBe('CONFIG_INVALID')
      }
    }),
    { numRuns: 2000 },
  )
})

test('[CFG20] any values under the known keys give a configuration or mistakes with a place', () => {
  const value = fc.jsonValue({ maxDepth: 3 })
  const shape = fc.record(
    {
      settings: value,
      teams: fc.oneof(fc.dictionary(fc.string(), value), value),
      agent: value,
      claude: value,
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(shape, (config) => {
      try {
        parseConfig(JSON.stringify(config), environment)
      } catch (error) {
        if (!(error instanceof IrisError)) throw error
        expect(error.details?.['mistakes']).not.toEqual([])
      }
    }),
  )
})

test.each([
  ['brackets', '['.repeat(20_000)],
  ['braces', 'a: {'.repeat(2000)],
  ['balanced brackets', `a: ${'['.repeat(100)}${']'.repeat(100)}`],
  ['dashes', '- '.repeat(5000)],
  ['keys on one line', 'a: '.repeat(5000)],
  ['question marks', '? '.repeat(5000)],
  ['indentation', Array.from({ length: 500 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
  ['depth that YAML still takes', `a: ${'['.repeat(30)}${']'.repeat(30)}`],
])('[CFG20] deep nesting by %s is refused', (_, text) => {
  expect(mistakesIn(text).length).toBeGreaterThan(0)
})

test('[CFG20] brackets and steps inside text are not nesting', () => {
  const lines = Array.from({ length: 200 }, (_, depth) => `${' '.repeat(depth)}[{- `).join('\n      ')
  const config = parseConfig(
    `claude:\n  env:\n    A: |\n      ${lines}\n    B: "${'['.repeat(200)}"\n`,
    environment,
  )
  expect(config.claude.env['B']).toHaveLength(200)
})
