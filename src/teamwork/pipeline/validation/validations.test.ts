import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openValidationWorld, type ValidationWorld } from './world.suite.ts'

let world: ValidationWorld
afterEach(() => world.end())

const config = (checks: string, pipeline = ''): string => `checks:\n${checks}\npipeline: { ${pipeline} }`
const good = config(`  quick: { commands: ['true'] }
  standard: { commands: [sh run-tests.sh, cp figures.txt lcov.info] }
  reports:
    - { command: 'true', of: lint }
    - { command: sh run-tests.sh, of: tests }
    - { command: cp figures.txt lcov.info, of: coverage, as: lcov, file: lcov.info }`)
const figures = 'SF:src/a.mjs\nLF:10\nLH:9\nend_of_record\nSF:src/b.mjs\nLF:10\nLH:10\nend_of_record\n'

test('[VAL1] [VAL2] [VAL3] a validation runs the commands of its level, and says what they and their reports say and nothing else', async () => {
  world = await openValidationWorld(good)
  world.write({ 'run-tests.sh': 'echo "# pass 4"', 'figures.txt': figures })
  const found = await world.validate()
  expect(found).toMatchObject({
    of: 'shop',
    state: 'passed',
    level: 'standard',
    tests: 4,
    coverage: { percent: 95, from: 'lcov.info', uncovered: [{ path: 'src/a.mjs', percent: 90 }] },
    lint: 'passed',
    security: null,
    issues: [],
    notes: [],
  })
  expect(world.events('validation.ended')).toMatchObject([
    { data: { state: 'passed', tests: 4, coverage: 95, issues: 0 } },
  ])
})

test('[VAL1] every command of the level is run though one failed, and set-up that fails ends it', async () => {
  world = await openValidationWorld(
    config(`  quick: { commands: ['exit 3', 'touch ran', 'exit 4'] }
  reports: [{ command: 'exit 4', of: lint }]`),
  )
  const found = await world.validate({ team: 'shop', level: 'quick' })
  expect(found).toMatchObject({
    state: 'failed',
    lint: 'failed',
    issues: [
      { number: 1, kind: 'other', severity: 'critical', title: '`exit 3` did not pass', command: 'exit 3' },
      { number: 2, kind: 'lint', severity: 'warning', title: '`exit 4` did not pass' },
    ],
  })
  expect(existsSync(join(world.shop, 'ran'))).toBe(true)
  world.builds.setUp.push('exit 7')
  const { build } = await world.endBuild()
  const ofBuild = await world.validate({ build, level: 'quick' })
  expect(ofBuild.issues.map(({ title }) => title)).toEqual(['`exit 7` did not pass'])
})

test('[VAL2] [VAL3] a report that this run did not write, that is none or that is away counts for nothing, and that is said', async () => {
  world = await openValidationWorld(
    config(`  quick: { commands: ['true', 'echo no figures', 'echo nothing > bad.json'] }
  reports:
    - { command: 'true', of: coverage, as: lcov, file: old.info }
    - { command: 'echo no figures', of: coverage, line: 'All files | {percent}' }
    - { command: 'echo nothing > bad.json', of: coverage, as: json-summary, file: bad.json }`),
  )
  world.write({ 'old.info': 'SF:a\nLF:10\nLH:10\nend_of_record\n' })
  const found = await world.validate({ team: 'shop', level: 'quick' })
  expect(found).toMatchObject({ state: 'passed', coverage: null, tests: null, lint: null })
  expect(found.notes).toEqual([
    'old.info was not written by this run.',
    '`echo no figures` printed no line such as “All files | {percent}”.',
    'bad.json is no report in the format json-summary.',
  ])
})

const audit = JSON.stringify({
  vulnerabilities: {
    left: {
      severity: 'high',
      range: '<1.2',
      via: [{ title: 'Reads any file', url: 'https://example.org/1' }],
    },
    right: { severity: 'moderate', range: '*', via: ['left'] },
  },
})

test('[VAL4] [VAL5] [VAL7] what a security report calls critical fails a validation whose commands passed, and is asked, once', async () => {
  world = await openValidationWorld(
    config(`  quick: { commands: ['cat audit.json'] }
  reports: [{ command: 'cat audit.json', of: security, as: npm-audit }]`),
  )
  world.write({ 'audit.json': audit })
  const found = await world.validate({ team: 'shop', level: 'quick' })
  expect(found).toMatchObject({
    state: 'failed',
    words: 'left <1.2',
    security: 'failed',
    issues: [
      { kind: 'security', severity: 'critical', title: 'left <1.2', file: 'package.json' },
      { kind: 'security', severity: 'warning', title: 'right *', details: 'moderate: through left' },
    ],
  })
  const [ask, ...more] = world.asks('security_vulnerability')
  expect(more).toEqual([])
  expect(ask).toMatchObject({ type: 'blocking', state: 'open', source: 'validation', default: 'Fix it now' })
  expect(ask?.questions[0]?.options.at(-1)?.implications).toContain('Reads any file')
  await world.answer(ask, 'Accept the risk')
  expect(world.newest().issues.map(({ decision }) => decision)).toEqual([
    { what: 'accepted', by: 'user', task: null },
    { what: 'accepted', by: 'user', task: null },
  ])
  await world.restart()
  expect(world.asks()).toHaveLength(1)
  expect(world.events('validation.decided')).toHaveLength(1)
})

test('[VAL7] [VAL8] several issues are asked about in one question; the answer makes tasks that the same commands prove', async () => {
  world = await openValidationWorld(
    config(`  quick: { commands: ['exit 3', 'exit 4'] }
  reports: [{ command: 'exit 4', of: lint }]`),
  )
  await world.validate({ team: 'shop', level: 'quick' })
  const [ask] = world.asks('multiple_failures')
  expect(ask).toMatchObject({ type: 'blocking', state: 'open', default: 'Fix the critical ones first' })
  expect(ask?.text).toContain('Critical (1):\n- 1: `exit 3` did not pass')
  await world.answer(ask, 'Fix the critical ones first')
  const { tasks } = await world.services.tasks.list({ team: 'shop', limit: 10, texts: 'whole' })
  expect(tasks).toMatchObject([
    { title: 'Fix: `exit 3` did not pass', priority: 1, check: { command: 'exit 3' } },
    { title: 'Fix: `exit 4` did not pass', priority: 2, edges: [{ type: 'blocks', name: tasks[0]?.key }] },
  ])
  expect(world.newest().issues.map(({ decision }) => decision?.task)).toEqual(tasks.map(({ key }) => key))
})

test('[VAL7] [VAL8] a person who wants to decide on each is asked about each, and what nobody answers is left', async () => {
  world = await openValidationWorld(config(`  quick: { commands: ['exit 3', 'exit 4'] }`))
  await world.validate({ team: 'shop', level: 'quick' })
  await world.answer(world.asks('multiple_failures')[0], 'Ask me about each')
  const each = world.asks('issue_to_decide')
  expect(each.map(({ type, default: fallback }) => [type, fallback])).toEqual([
    ['clarifying', 'Leave it'],
    ['clarifying', 'Leave it'],
  ])
  await world.answer(each[0], 'Make a task of it')
  await world.answer(each[1], 'Leave it')
  const fates = world.newest().issues.map(({ decision }) => decision?.what)
  expect(new Set(fates)).toEqual(new Set(['left', 'task']))
})

test('[VAL3] [VAL7] coverage below what is wanted is told without failing anything; what passed is told too', async () => {
  world = await openValidationWorld(
    config(
      `  quick: { commands: ["echo 'All files  |   61.25 | 50'"] }
  reports: [{ command: "echo 'All files  |   61.25 | 50'", of: coverage, line: 'All files | {percent} |' }]`,
      'validation: { coverage: 80 }',
    ),
  )
  const found = await world.validate({ team: 'shop', level: 'quick' })
  expect(found).toMatchObject({ state: 'passed', coverage: { percent: 61.25, threshold: 80 } })
  const [low] = world.asks('coverage_below_threshold')
  expect(low).toMatchObject({ type: 'educational', state: 'open' })
  expect(low?.text).toContain('61.25 % of the lines of shop, less than the 80 % you want')
  expect(world.asks('validation_passed')).toMatchObject([{ type: 'celebratory', state: 'dismissed' }])
  await world.answer(low, 'Write more tests')
  const { tasks } = await world.services.tasks.list({ team: 'shop', limit: 10 })
  expect(tasks).toMatchObject([{ title: 'More tests: 61.25 % of the lines are run by tests' }])
})

test('[VAL6] nothing is validated after a build unless the config says so; a level or the suggested one is taken then', async () => {
  const commands = `  quick: { commands: ['true'] }\n  thorough: { commands: ['touch deep'] }`
  world = await openValidationWorld(config(commands))
  await world.endBuild()
  expect(world.services.validations.list({ limit: 9 }).validations).toEqual([])
  world.texts.config = config(commands, 'validation: { level: suggested }')
  const { key } = await world.endBuild()
  expect(world.newest()).toMatchObject({
    of: key,
    state: 'passed',
    level: 'thorough',
    suggested: 'thorough',
    why: 'package.json concerns the dependencies',
    by: 'iris',
  })
  await world.endBuild('failed')
  await world.endBuild('complete', 'shop-b1')
  expect(world.services.validations.list({ limit: 9 }).validations).toHaveLength(1)
})

test('[VAL6] [VAL7] where a person is to say how thoroughly, the level is asked once, with the suggested one as its default', async () => {
  world = await openValidationWorld(
    config(`  quick: { commands: ['touch quick'] }`, 'validation: { level: ask }'),
  )
  await world.endBuild()
  expect(world.newest()).toMatchObject({ state: 'asked', level: null })
  await world.restart()
  const [ask, ...more] = world.asks('validation_level_needed')
  expect(more).toEqual([])
  expect(ask).toMatchObject({ type: 'clarifying', state: 'open', default: 'Thorough' })
  await world.answer(ask, 'Quick')
  expect(world.newest()).toMatchObject({ state: 'passed', level: 'quick', suggested: 'thorough' })
})

test('[VAL9] what was under way when the daemon ended is interrupted and told, and what was to begin still does', async () => {
  world = await openValidationWorld(config(`  quick: { commands: ['echo $$ > pid; exec sleep 600'] }`))
  const { build } = await world.endBuild()
  const { validation } = world.services.validations.start({ build, level: 'quick' }, 'user')
  const said = (): string =>
    existsSync(join(world.shop, 'pid')) ? readFileSync(join(world.shop, 'pid'), 'utf8').trim() : ''
  await expect.poll(said).not.toBe('')
  const pid = Number(said())
  await world.restart()
  expect(world.services.validations.get(validation)).toMatchObject({ state: 'interrupted' })
  expect(world.events('validation.ended')).toMatchObject([{ data: { state: 'interrupted' } }])
  expect(world.builds.cleared).toEqual([build])
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

test('[VAL10] one thing is validated once at a time, and a validation is cancelled with all it started', async () => {
  world = await openValidationWorld(config(`  quick: { commands: ['sleep 600'] }`))
  const { validations } = world.services
  const { validation } = validations.start({ team: 'shop', level: 'quick' }, 'user')
  expect(() => validations.start({ team: 'shop' }, 'user')).toThrow('being validated already')
  await expect.poll(() => validations.get(validation).check).not.toBe(null)
  expect(await validations.cancel(validation, 'user')).toMatchObject({ state: 'cancelled', issues: [] })
  await expect(validations.cancel(validation, 'user')).rejects.toMatchObject({
    code: 'VALIDATION_STATE_REFUSED',
  })
  expect(() => validations.start({ team: 'none' }, 'user')).toThrow('no team none')
  expect(() => validations.start({}, 'user')).toThrow('Name a build')
})

test('[VAL10] a level without commands is no pass, and says what to declare', async () => {
  world = await openValidationWorld('checks: {}')
  expect(await world.validate()).toMatchObject({
    state: 'failed',
    words: 'shop has no commands for standard.',
  })
})
