import { expect, test } from 'vitest'
import { errorOf, mistakesIn } from './fixtures.suite.ts'
import { readEnvironment } from './environment.ts'
import { parseConfig } from './loading.ts'
import { describeMistake, formatMistakes } from './mistake.ts'

const tenMistakes = `# ten mistakes
settings:
  httpPort: seventy
  idelTimeout: 1h
  maxProcesses: 0
  logLevel: inof
teams:
  Alpha Team:
    path: projects/alpha
  beta:
    description: no path
    grantPermission: \${MODE}
    allowedTools: Read
agent:
  completionAnalysis:
    questionPatterns:
      - "fine"
      - "(open"
idleTimeout: 5m
`

test('[CFG18] every mistake of a file is listed in order, with its line and column', () => {
  const mistakes = mistakesIn(tenMistakes)
  expect(mistakes.map(({ line, column, path }) => [line, column, path])).toEqual([
    [3, 13, 'settings.httpPort'],
    [4, 3, 'settings.idelTimeout'],
    [5, 17, 'settings.maxProcesses'],
    [6, 13, 'settings.logLevel'],
    [8, 3, 'teams.Alpha Team'],
    [9, 11, 'teams.Alpha Team.path'],
    [10, 3, 'teams.beta.path'],
    [12, 22, 'teams.beta.grantPermission'],
    [13, 19, 'teams.beta.allowedTools'],
    [18, 9, 'agent.completionAnalysis.questionPatterns[1]'],
    [19, 1, 'idleTimeout'],
  ])
})

test('[CFG18] a mistake says what was found, what was expected and shows an example', () => {
  const [port, typo, , level, name, , missing, variable, list, pattern, misplaced] = mistakesIn(tenMistakes)
  expect(port).toMatchObject({
    found: '"seventy"',
    expected: 'a whole number from 0 to 65535',
    example: 'httpPort: 1615',
  })
  expect(typo).toMatchObject({ hint: 'did you mean idleTimeout?', example: 'idleTimeout: 1h' })
  expect(level).toMatchObject({
    hint: 'did you mean info?',
    expected: expect.stringContaining('one of trace, debug'),
  })
  expect(name).toMatchObject({
    found: 'the name Alpha Team',
    example: 'alpha-team: { path: ~/projects/alpha }',
  })
  expect(missing).toMatchObject({ found: 'nothing', expected: expect.stringContaining('absolute path') })
  expect(variable).toMatchObject({ found: '${MODE}, but the variable MODE is not set' })
  expect(list).toMatchObject({ found: '"Read"', expected: 'a list' })
  expect(pattern).toMatchObject({ expected: 'a valid regular expression' })
  expect(misplaced).toMatchObject({
    hint: 'idleTimeout belongs in settings',
    example: 'settings:\n  idleTimeout: 1h',
  })
})

test('[CFG18] the error names the file, the number of mistakes and the first', () => {
  const error = errorOf(() => parseConfig(tenMistakes, readEnvironment({ IRIS_HOME: '/iris' })))
  expect(error.code).toBe('CONFIG_INVALID')
  expect(error.message).toContain(
    'config.yaml has 11 mistakes. The first: line 3, column 13: settings.httpPort',
  )
})

test('[CFG18] mistakes print as plain text', () => {
  const mistakes = mistakesIn('settings:\n  httpPort: 70000\n  hots: x\n')
  expect(formatMistakes(mistakes, 'my.yaml')).toBe(`my.yaml has 2 mistakes:

  line 2, column 13  settings.httpPort
    found     70000
    expected  a whole number from 0 to 65535
    example   httpPort: 1615

  line 3, column 3  settings.hots
    found     the unknown key hots
    expected  one of sessionInitTimeout, spawnTimeout, responseTimeout, idleTimeout, maxProcesses, healthCheckInterval, httpPort, host, allowedHosts, allowedOrigins, publicUrl, budget, hotReloadConfig, logLevel
    example   host: 127.0.0.1
    hint      did you mean host?`)
  expect(mistakes.map(describeMistake)[0]).toBe(
    'line 2, column 13: settings.httpPort: found 70000, expected a whole number from 0 to 65535',
  )
})

test('[CFG4] a section in the wrong place is told where it belongs', () => {
  expect(mistakesIn('settings:\n  agent:\n    enabled: true\n')).toMatchObject([
    { line: 2, hint: 'agent belongs in the top level' },
  ])
  expect(mistakesIn('teams:\n  a:\n    path: /a\n    httpPort: 1\n')[0]?.hint).toBe(
    'httpPort belongs in settings',
  )
  expect(mistakesIn('onCrash: resume')[0]?.hint).toBe('onCrash belongs in a team, under teams')
})

test.each(['A', '-a', '.a', 'a b', 'a/b', '../a', 'a..b', 'a'.repeat(65), 'ä', '""'])(
  '[CFG5] %s is no name for a team',
  (name) => {
    expect(mistakesIn(`teams:\n  ${name}: { path: /a }`)[0]).toMatchObject({ line: 2, column: 3 })
  },
)

test.each(['a', '1', 'team-alpha', 'a.b_c-d', 'a'.repeat(64), 'null', 'tostring'])(
  '[CFG5] %s is a name for a team',
  (name) => {
    const config = parseConfig(`teams:\n  ${name}: { path: /a }`, readEnvironment({}))
    expect([...config.teams.keys()]).toEqual([name])
  },
)

test.each(['__proto__', 'constructor', 'prototype'])('[CFG6] %s is refused as a key anywhere', (key) => {
  const text = `${key}: 1\nteams:\n  ${key}: { path: /a }\n  a:\n    path: /a\n    env:\n      ${key}: x\n`
  expect(mistakesIn(text).map(({ line, path }) => [line, path])).toEqual([
    [1, key],
    [3, `teams.${key}`],
    [7, `teams.a.env.${key}`],
  ])
  expect({}).not.toHaveProperty('path')
})

test('[CFG6] what Iris keeps inherits nothing', () => {
  const config = parseConfig('teams:\n  a:\n    path: /a\n    env: { A: x }', readEnvironment({}))
  expect(Object.getPrototypeOf(config.teams.get('a')?.env)).toBeNull()
  expect(config.teams.get('toString')).toBeUndefined()
})

test('[CFG7] a key that repeats is a mistake at its second place', () => {
  expect(mistakesIn('teams:\n  a: { path: /a }\n  a: { path: /b }\n')).toMatchObject([
    { line: 3, column: 3, path: 'teams.a', expected: 'each key once; this one repeats' },
  ])
})

test('[CFG13] what variables held and what env sets is not told', () => {
  const text = `settings:\n  httpPort: \${SECRET}\nteams:\n  a:\n    path: \${SECRET}\n    color: \${SECRET}\n    remote: \${SECRET}\n    env: { A: 424242 }\nagent:\n  completionAnalysis: { enabledFor: ["\${SECRET}"] }\n`
  const told = JSON.stringify(mistakesIn(text, { SECRET: 'hunter2' }))
  expect(told).not.toContain('hunter2')
  expect(told).not.toContain('424242')
  expect(told).toContain('put numbers, true and false in quotes')
})

test('[CFG14] paths are absolute or start with ~/', () => {
  const path = (line: string) => mistakesIn(`teams:\n  a:\n    ${line}`)[0]
  expect(path('path: ../a')).toMatchObject({ line: 3, column: 11 })
  expect(path('path: ~other/a')?.expected).toContain('absolute')
  expect(path('path: ~/a\n    remote: ssh h')?.expected).toContain('on the other machine')
})

test('a colour without quotes is found although YAML takes it for a comment', () => {
  expect(mistakesIn('teams:\n  a:\n    path: /a\n    color: #ff6b9d\n')).toMatchObject([
    { line: 4, path: 'teams.a.color', example: 'color: "#ff6b9d"' },
  ])
})

test('a team to analyse must exist', () => {
  const text = 'teams: { alpha: { path: /a } }\nagent: { completionAnalysis: { enabledFor: [alpah] } }'
  expect(mistakesIn(text)).toMatchObject([{ line: 2, hint: 'did you mean alpha?' }])
})

test('[CFG16] contradicting permissions are a mistake', () => {
  const text = 'teams:\n  a:\n    path: /a\n    grantPermission: ask\n    skipPermissions: true\n'
  expect(mistakesIn(text)).toMatchObject([{ line: 5, found: 'true beside grantPermission: ask' }])
})

test('[CFG19] syntax errors are mistakes with a place', () => {
  expect(mistakesIn('settings:\n\thttpPort: 1\n')[0]).toMatchObject({ line: 2, hint: 'indent with spaces' })
  expect(mistakesIn('settings: { httpPort: 1\nteams: [')[0]?.expected).toContain('valid YAML')
  expect(mistakesIn('settings: { httpPort: ${PORT} }')[0]?.hint).toContain('in quotes')
  expect(mistakesIn('a: 1\n---\nb: 2\n')[0]).toMatchObject({ line: 2 })
  expect(mistakesIn('settings: !mine {}')[0]).toMatchObject({ line: 1, column: 11 })
  expect(mistakesIn('[]')).toMatchObject([
    { line: 1, found: 'a list', expected: 'a mapping of keys and values' },
  ])
})

test('[NTF11] a way to reach you that is switched on without its settings is a mistake', () => {
  const listed = 'agent: { completionAnalysis: { alertMethods: [desktop, webhook, telegram] } }\n'
  expect(mistakesIn(`${listed}notifications: { webhook: { url: http://127.0.0.1:9 } }\n`)).toEqual([
    expect.objectContaining({
      path: 'agent.completionAnalysis.alertMethods[2]',
      found: 'telegram, without notifications.telegram',
    }),
  ])
  const wrong = 'notifications:\n  quietHours: { from: "24:00", to: "7:00" }\n  webhook: { url: ftp://x }\n'
  expect(mistakesIn(wrong).map(({ path }) => path)).toEqual([
    'notifications.quietHours.from',
    'notifications.quietHours.to',
    'notifications.webhook.url',
  ])
})

test('[BRD10] a backend without its server is a mistake, and so is a password for everybody to read', () => {
  expect(mistakesIn('channels: { backend: irc }')).toMatchObject([{ path: 'channels.backend' }])
  const irc = (more: string) =>
    mistakesIn(`channels: { backend: irc, irc: { ${more} } }`).map(({ path }) => path)
  expect(irc('host: irc.example.org, tls: false, password: secret')).toEqual(['channels.irc.tls'])
  expect(irc('host: irc.example.org, nick: "a b", nicks: shop')).toEqual([
    'channels.irc.nick',
    'channels.irc.nicks',
  ])
})
