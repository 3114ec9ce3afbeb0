import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readEnvironment } from './environment.ts'
import { parseConfig } from './loading.ts'

const environment = readEnvironment({ HOME: '/home/u', IRIS_HOME: '/iris' })
const compile = (text: string) => parseConfig(text, environment)
const teamOf = (lines: string, rest = '') =>
  compile(`${rest}teams:\n  a:\n    path: /a\n${lines}`).teams.get('a')

test('[CFG15] a team with only a path has every value', () => {
  expect(teamOf('')).toEqual({
    name: 'a',
    path: resolve('/a'),
    description: '',
    idleTimeout: 3_600_000,
    sessionInitTimeout: 30_000,
    responseTimeout: 120_000,
    color: undefined,
    remote: undefined,
    claudePath: 'claude',
    model: undefined,
    grantPermission: 'ask',
    allowedTools: [],
    disallowedTools: [],
    appendSystemPrompt: undefined,
    questioning: true,
    leadMayAnswer: [],
    answerers: [],
    onCrash: 'report',
    tellsOf: {
      ask: true,
      crash: true,
      failure: true,
      limit: true,
      budget: true,
      run: true,
      answer: true,
      build: true,
      lesson: true,
      alert: true,
    },
    budget: { day: undefined, total: undefined },
    env: Object.create(null),
    checks: {
      reports: [],
      env: Object.create(null),
      levels: {
        quick: { commands: [], budget: 30_000 },
        standard: { commands: [], budget: 120_000 },
        thorough: { commands: [], budget: 600_000 },
        comprehensive: { commands: [], budget: 1_800_000 },
        release: { commands: [], budget: 7_200_000 },
      },
    },
  })
})

test('[CFG15] a team falls back to settings and claude, and its own values win', () => {
  const rest =
    'settings: { idleTimeout: 5m, responseTimeout: 1m }\nclaude: { path: ~/c, model: sonnet, env: { A: x, B: x } }\n'
  expect(teamOf('    responseTimeout: 9m\n    env: { B: y }\n', rest)).toMatchObject({
    idleTimeout: 300_000,
    responseTimeout: 540_000,
    model: 'sonnet',
    claudePath: resolve('/home/u/c'),
    env: { A: 'x', B: 'y' },
  })
  expect(teamOf('    model: opus\n    claudePath: other\n', rest)).toMatchObject({
    model: 'opus',
    claudePath: 'other',
  })
})

test('[CFG36] each kind of news is on unless it is switched off, for everybody or for a team', () => {
  const rest = 'notifications: { kinds: { answer: false, run: false } }\n'
  expect(teamOf('    notifications: { run: true, crash: false }\n', rest)?.tellsOf).toEqual({
    ask: true,
    crash: false,
    failure: true,
    limit: true,
    budget: true,
    run: true,
    answer: false,
    build: true,
    lesson: true,
    alert: true,
  })
  expect(() => compile('notifications: { kinds: { crashes: false } }')).toThrow(/crash/)
})

test('[CFG15] paths are decided: ~/ is the home of the user, the database starts at the home of Iris', () => {
  expect(compile('teams: { a: { path: ~/x/ } }').teams.get('a')?.path).toBe(resolve('/home/u/x'))
  expect(compile('').database.path).toBe(resolve('/iris/iris.db'))
  expect(compile('database: { path: data/other.db }').database.path).toBe(resolve('/iris/data/other.db'))
  expect(compile('agent: { queueSqlitePath: q.db }').agent.queueSqlitePath).toBe(resolve('/iris/q.db'))
})

test('[CFG33] a key that can have no effect is noticed where it stands, and only when it is set', () => {
  expect(compile('agent: { queueSqlitePath: null, maxTokens: 9 }').notices).toEqual([])
  const { notices } = compile('agent:\n  queueSqlitePath: q.db\n  temperature: 1\n')
  expect(notices.map(({ line, path }) => [line, path])).toEqual([
    [2, 'agent.queueSqlitePath'],
    [3, 'agent.temperature'],
  ])
  expect(notices[0]?.message).toMatch(/^agent\.queueSqlitePath has no effect: the queue is in the database/)
})

test('[CFG33] a key that is called otherwise now is read under its older name too, with a notice', () => {
  const { teams, notices } = compile(
    'teams:\n  shop:\n    path: /shop\n    delegates: [lead]\n    answerers: [lead, desk]\n',
  )
  expect(teams.get('shop')?.answerers).toEqual(['lead', 'desk'])
  expect(notices).toMatchObject([
    { line: 4, path: 'teams.shop.delegates', message: expect.stringContaining('is called answerers now') },
  ])
})

test('[IRI15] [CFG33] a prompt of your own that cannot be filled in is noticed, with what it may name', () => {
  const prompt = (text: string) =>
    compile(`agent: { systemPrompts: { teamMonitor: ${JSON.stringify(text)} } }`).notices
  const seeds = [
    '{{fromTeam}} → {{toTeam}} within {{responseTimeout}}ms',
    '{{teamPath}} {{ teamDescription }} {{{enabledFeatures}}} {{questionPatterns}}',
    '{{#if teamPath}}in {{teamPath}}{{else}}anywhere{{/if}} {{! a remark }} { "json": { "a": 1 } }',
    'Watch {{to}} for {{from}}.',
  ]
  expect(seeds.flatMap(prompt)).toEqual([])
  expect(prompt('Watch {{toTeam}} of {{nobody}}')).toMatchObject([
    {
      line: 1,
      path: 'agent.systemPrompts.teamMonitor',
      message: expect.stringMatching(
        /has no effect: it names \{\{nobody\}\}, which Iris does not know.*fromTeam/,
      ),
    },
  ])
  for (const broken of ['{{toTeam', '{{#if to}}x', '{{shout to}}']) expect(prompt(broken)).toHaveLength(1)
  expect(compile('agent: { systemPrompts: { userChat: "Hello {{you}}" } }').notices).toHaveLength(1)
})

test('[CFG16] skipPermissions is another way to write grantPermission: yes', () => {
  expect(teamOf('    skipPermissions: true')?.grantPermission).toBe('yes')
  expect(teamOf('    skipPermissions: false')?.grantPermission).toBe('ask')
  expect(teamOf('    skipPermissions: false\n    grantPermission: forward')?.grantPermission).toBe('forward')
  expect(teamOf('    grantPermission: no')?.grantPermission).toBe('no')
})

test('[CFG17] a remote team has the words of its command and its own claude', () => {
  const rest = 'claude: { path: /opt/claude, env: { A: x } }\n'
  expect(teamOf('    remote: ssh -p 2222  you@host', rest)).toMatchObject({
    path: '/a',
    remote: ['ssh', '-p', '2222', 'you@host'],
    claudePath: 'claude',
    env: { A: 'x' },
  })
  expect(teamOf('    remote: ssh h\n    claudePath: ~/bin/claude', rest)?.claudePath).toBe('~/bin/claude')
})

test('[CFG15] the agent block of the design compiles: patterns ignore case, notification is desktop', () => {
  const { agent } = compile(`
agent:
  enabled: true
  model: claude-sonnet-4.5
  temperature: 0.7
  maxTokens: 8192
  queueSqlitePath: null
  features: { completionAnalysis: true, dashboardChat: true, autonomousCoordination: false, healthMonitoring: true }
  completionAnalysis:
    enabledFor: ["*"]
    questionPatterns: ["\\\\?$", "\\\\b(y/n|yes/no)\\\\b", "may I proceed"]
    responseTimeout: 30000
    minConfidence: 0.70
    useQuickCheck: true
    alertMethods: [dashboard, notification, desktop, email]
  mcpServers: [filesystem, memory, sequential-thinking]
  grantPermission: ask
  systemPrompts: { userChat: null, teamMonitor: null }
notifications: { email: { host: smtp.example.org, from: a@example.org, to: b@example.org } }
`)
  expect(agent.completionAnalysis.questionPatterns.map((pattern) => pattern.test('MAY I PROCEED'))).toEqual([
    false,
    false,
    true,
  ])
  expect(agent.completionAnalysis.alertMethods).toEqual(['dashboard', 'desktop', 'email'])
  expect(agent.completionAnalysis.responseTimeout).toBe(30_000)
})
