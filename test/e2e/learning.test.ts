import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { iris } from '../support/iris.ts'
import { openTeams, type TeamWorld } from '../support/teams.ts'

let world: TeamWorld
let shop: string
const git = (...args: string[]) => execFileSync('git', ['-C', shop, ...args], { stdio: 'pipe' })

const gotcha = 'Export each function by the name that its test imports.'
const opinion = {
  summary: 'The export had another name at first.',
  gotchas: [
    { text: gotcha, glob: '*.mjs', evidence: ['F2'] },
    { text: 'Nothing shows this one.', evidence: ['F900'] },
  ],
  templates: [
    { name: 'module', files: '*.mjs', action: 'CREATE', body: '// What it is for.', evidence: ['F2'] },
  ],
}
const writing = (content: string): string =>
  `{ tool: { name: Write, input: { file_path: '\${cwd}/one.mjs', content: ${JSON.stringify(content)} } } }`
const lines = `
  - when: { says: /what is to be learned from this build/ }
    reply: [{ tool: { name: StructuredOutput, input: ${JSON.stringify(opinion)} } }]
  - when: { says: /work on the task/, cwd: '/agent-task-shop-1$/' }
    reply: [${writing('export const two = () => 1\n')}]
  - when: { says: /did not pass/ }
    reply: [${writing('export const one = () => 1\n')}]
  - when: { tool: Write }
    reply: Done.
  - reply: Hm.
`
const check =
  "import test from 'node:test'\nimport assert from 'node:assert/strict'\nimport { one } from './one.mjs'\ntest('one', () => assert.equal(one(), 1))\n"

beforeAll(async () => {
  world = await openTeams({
    lines,
    teams: { shop: { grantPermission: 'ask' } },
    sections: { agent: { enabled: false } },
  })
  shop = join(world.home, 'projects', 'shop')
  mkdirSync(shop, { recursive: true })
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'Ann')
  git('config', 'user.email', 'ann@example.org')
  writeFileSync(join(shop, 'one.test.mjs'), check)
  git('add', '-A')
  git('commit', '-qm', 'one')
})
afterAll(() => world?.end())

test('[LRN1] [LRN3] [LRN4] [LRN7] a build is reviewed, the genuine CLI says what is to be learned, and only a yes makes it so', async () => {
  const files = [{ path: 'one.mjs', action: 'CREATE' as const }]
  const command = { command: 'node --test one.test.mjs', expected: {} }
  const { key } = await world.client.call('createTask', {
    team: 'shop',
    title: 'Write one',
    files,
    check: command,
  })
  const { key: build } = await world.client.call('startBuild', {
    team: 'shop',
    tasks: [key],
    confirmed: true,
  })
  await expect.poll(() => reviewOf(build), { interval: 250 }).toMatchObject({ complete: 1 })
  const before = world.modelCalls.length
  const asked = await iris(world.home, ['review', 'ask', build])
  expect(asked.stdout).toContain('The export had another name at first.')
  expect(asked.stdout).toContain(`gotcha: ${gotcha}`)
  expect(asked.stdout).toContain('1 part named nothing of the review')
  expect(world.modelCalls.length - before).toBe(1)
  expect((await iris(world.home, ['lessons', 'find', 'one.mjs', '--team', 'shop'])).stdout).not.toContain(
    gotcha,
  )
  await expect.poll(async () => (await openAsks()).length).toBe(2)
  const [template, lesson] = (await openAsks()).toSorted((one) => (one.tags.includes('template') ? -1 : 1))
  await world.client.call('answerAsk', { ask: lesson!.ask, choose: 'Yes, keep it' })
  await world.client.call('answerAsk', { ask: template!.ask, choose: 'Write it' })
  const file = join(shop, '.iris/templates/module.md')
  // The file is there a moment before that is written down.
  await expect
    .poll(() => world.client.call('getOpinion', { build }))
    .toMatchObject({ opinion: { templates: [{ state: 'written' }] } })
  expect(existsSync(file)).toBe(true)
  expect(await found()).toEqual([gotcha])
  const shown = JSON.parse((await iris(world.home, ['review', 'show', build, '--json'])).stdout)
  expect(shown.opinion).toMatchObject({ state: 'COMPLETE', dropped: 1, templates: [{ state: 'written' }] })
  await iris(world.home, ['review', 'undo', shown.opinion.templates[0].template])
  expect(existsSync(file)).toBe(false)
  const metrics = await iris(world.home, ['review', 'metrics', 'shop'])
  expect(metrics.stdout).toMatch(/review: 1 stage, told .* tokens on average and .* of 12k at most/)
})

const openAsks = async () => (await world.client.call('listAsks', { state: 'open' })).asks
const found = async () => {
  const files = [{ path: 'one.mjs', action: 'CREATE' as const }]
  return (await world.client.call('findLessons', { team: 'shop', files })).lessons.map(({ text }) => text)
}
const reviewOf = (build: string): Promise<unknown> =>
  world.client.call('getReview', { build }).catch(() => undefined)
