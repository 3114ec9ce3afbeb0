import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addTeam, removeTeam } from './editing.ts'
import { readEnvironment } from './environment.ts'
import { exampleConfig } from './example.ts'
import { errorOf } from './fixtures.suite.ts'
import { parseConfig } from './loading.ts'

const environment = readEnvironment({ HOME: '/home/u' })
const add = (text: string, name = 'new', team = { path: '/new' }) =>
  addTeam(text, { name, team }, environment)

const odd = `# my file
settings:   # aligned
    httpPort:    1700

# the teams
teams:
    one:   { path: /one }  # first
    # about two
    two:
        path:  "/two"
        description: >
            folded

# the end
claude: { model: sonnet }
`

test('[CFG29] a team is added below the others and no other line changes', () => {
  expect(add(odd)).toBe(
    odd.replace('            folded\n', '            folded\n    new:\n      path: /new\n'),
  )
})

test('[CFG29] a team is removed and no other line changes', () => {
  expect(removeTeam(odd, 'one', environment)).toBe(odd.replace('    one:   { path: /one }  # first\n', ''))
  expect(removeTeam(odd, 'two', environment)).toBe(
    odd.replace('    two:\n        path:  "/two"\n        description: >\n            folded\n', ''),
  )
})

test.each([
  ['', 'teams:\n  new:\n    path: /new\n'],
  ['settings:\n  httpPort: 1', 'settings:\n  httpPort: 1\nteams:\n  new:\n    path: /new\n'],
  ['teams:', 'teams:\n  new:\n    path: /new\n'],
  ['teams: # mine\n  # none yet\n', 'teams: # mine\n  new:\n    path: /new\n  # none yet\n'],
  ['teams: {}\n', 'teams: { new: { path: /new } }\n'],
  ['# c\n{ teams: { a: { path: /a } } }\n', '# c\n{ teams: { a: { path: /a }, new: { path: /new } } }\n'],
  ['teams:\r\n  a:\r\n    path: /a\r\n', 'teams:\r\n  a:\r\n    path: /a\r\n  new:\r\n    path: /new\r\n'],
])('[CFG29] added to %j', (before, after) => {
  expect(add(before)).toBe(after)
})

test('[CFG29] the last team can be removed', () => {
  const text = removeTeam('teams:\n  a:\n    path: /a\n', 'a', environment)
  expect(parseConfig(text, environment).teams.size).toBe(0)
  expect(
    parseConfig(removeTeam('teams: { a: { path: /a } }', 'a', environment), environment).teams.size,
  ).toBe(0)
})

test('[CFG29] adding and removing any team gives the text back', () => {
  const team = fc.record(
    {
      path: fc.stringMatching(/^\/[^\0$]{0,20}$/),
      description: fc.string().filter((text) => !text.includes('${')),
      env: fc.dictionary(
        fc.stringMatching(/^[A-Z]{1,5}$/),
        fc.constantFrom('1', 'true', '', '#', 'a: b', '\n'),
      ),
      allowedTools: fc.array(fc.constantFrom('Read', 'Bash(npm test:*)', '- x')),
      color: fc.constant('#ff0000'),
    },
    { requiredKeys: ['path'] },
  )
  fc.assert(
    fc.property(team, fc.constantFrom(odd, exampleConfig(), 'teams:\n'), (team, text) => {
      const added = addTeam(text, { name: 'new', team }, environment)
      expect(parseConfig(added, environment).teams.get('new')).toMatchObject({
        description: team.description ?? '',
        allowedTools: team.allowedTools ?? [],
      })
      expect(removeTeam(added, 'new', environment)).toBe(text)
    }),
    { examples: [[{ path: '/', env: { A: '\n' } }, odd]] },
  )
})

test('[CFG29] a team that exists, an unknown team and a bad team are refused', () => {
  expect(errorOf(() => add(odd, 'one')).code).toBe('TEAM_EXISTS')
  expect(errorOf(() => removeTeam(odd, 'twoo', environment))).toMatchObject({
    code: 'NOT_FOUND',
    message: 'There is no team called twoo. Did you mean two?',
  })
  expect(errorOf(() => add(odd, 'Bad Name')).code).toBe('CONFIG_INVALID')
  expect(errorOf(() => add(odd, 'new', { path: 'relative' })).code).toBe('CONFIG_INVALID')
  expect(errorOf(() => add('settings: 5')).code).toBe('CONFIG_INVALID')
})

test('[CFG29] a team that the Iris agent is told to watch is not removed', () => {
  const text = 'teams:\n  a: { path: /a }\nagent:\n  completionAnalysis:\n    enabledFor: [a]\n'
  expect(errorOf(() => removeTeam(text, 'a', environment)).code).toBe('CONFIG_INVALID')
})
