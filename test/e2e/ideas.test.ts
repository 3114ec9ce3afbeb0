import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createDaemon } from '../../src/daemon/index.ts'
import { parsePlaybook, startRehearsal } from '../../src/rehearsal/index.ts'
import { barriersEverywhere } from '../support/barriers.ts'
import { openBrowser } from '../support/browser.ts'
import { environmentOf } from '../support/daemon.ts'
import { iris } from '../support/iris.ts'
import { mortalDaemon } from '../support/mortal-daemon.ts'
import { goByKeys, visit } from '../support/page.ts'
import { configFor, openTeams, writeFakeClaude, type TeamWorld } from '../support/teams.ts'

/** A reply by the schema, as the CLI's own tool for it takes it. */
const given = (input: object): string =>
  `{ tool: { name: StructuredOutput, input: ${JSON.stringify(input)} } }`
const problem = {
  type: 'problem',
  summary: 'Food is thrown away',
  text: 'Families throw away a third of what they buy, because nobody knows what is there.',
  confidence: 0.8,
}
const user = { ...problem, type: 'target-user', text: 'Families with children.' }
const lines = `
  - when: { says: '/They say now\\s+A fridge/' }
    reply: [${given({ reply: 'For **whom**?', title: 'Clever fridge', artifacts: [problem], confidence: 0.4 })}]
  - when: { says: '/They say now\\s+For families/' }
    reply: [${given({ reply: 'And what is it?', artifacts: [user], research: ['Rivals'] })}]
  - when: { says: '/They say now\\s+Only words/' }
    reply: "**Risk:** Cameras are dear."
  - when: { says: '/They say now\\s+A wrong shape/' }
    reply: [${given({ reply: 'Read all the same.', artifacts: 7 })}]
  - when: { says: '/They say now[^]*Search for that$/m' }
    times: 1
    reply: [{ tool: { name: WebSearch, input: { query: clever fridges } } }]
  - when: { side: search }
    reply: [{ search: { query: fridges, results: [{ title: Fridges, url: 'https://example.org/fridges' }] } }]
  - when: { tool: WebSearch }
    reply: [${given({ reply: 'There is one rival.', artifacts: [{ ...problem, type: 'competition' }] })}]
`

let world: TeamWorld
beforeAll(async () => {
  world = await openTeams({ lines, teams: {} })
})
afterAll(() => world.end())

const json = async (...args: string[]) => JSON.parse((await iris(world.home, [...args, '--json'])).stdout)

test('[IDE1] [IDE5] [IDE21] [STG1] a talk on the command line with the genuine CLI: one call for each message', async () => {
  const before = world.modelCalls.length
  const begun = await json('idea', 'new', 'A fridge that knows what is in it')
  expect(begun).toMatchObject({
    reply: { text: 'For **whom**?', from: 'structure' },
    idea: { slug: 'clever-fridge' },
  })
  const said = await json('idea', 'say', 'clever-fridge', 'For families')
  expect(said).toMatchObject({ reply: { text: 'And what is it?' }, idea: { state: 'COMPLETE' } })
  expect(world.modelCalls.length - before).toBe(2)
  expect(world.modelCalls.at(-1)).toContain('They: A fridge that knows what is in it')
  const shown = await iris(world.home, ['idea', 'show', 'clever-fridge', '--talk'])
  expect(shown.stdout).toContain('Missing: a solution.')
  expect(shown.stdout).toContain('And what is it?')
  expect((await iris(world.home, ['idea'])).stdout).toContain('Clever fridge')
  const folder = join(world.home, 'users/user/ideas/clever-fridge')
  expect(readFileSync(join(folder, 'problem-solution.md'), 'utf8')).toContain('Families throw away a third')
})

test('[IDE15] [IDE13] after a yes the genuine CLI searches the web, and what it found is written down', async () => {
  const ask = world.openAsk()
  expect(ask).toMatchObject({ type: 'confirming', source: 'idea' })
  await world.answer({ choose: '1' })
  await expect
    .poll(async () => (await world.client.call('getIdea', { idea: 'clever-fridge' })).stage?.how)
    .toBe('answered')
  const { artifacts } = await world.client.call('getIdea', { idea: 'clever-fridge' })
  expect(artifacts.map(({ type }) => type)).toContain('competition')
})

test('[IDE2] [STG2] an answer without structure, or with a wrong one, is read, and the CLI asks for nothing again', async () => {
  for (const [text, reply] of [
    ['Only words', '**Risk:** Cameras are dear.'],
    ['A wrong shape', 'Read all the same.'],
  ] as const) {
    const before = world.modelCalls.length
    const said = await world.client.call('sayInIdeationSession', { idea: 'clever-fridge', text, wait: true })
    expect(said.reply?.text).toBe(reply)
    expect(world.modelCalls.length - before).toBe(1)
  }
  expect((await world.client.call('getIdea', { idea: 'clever-fridge' })).risks).toMatchObject([
    { text: 'Cameras are dear.' },
  ])
})

test('[IDE20] the names of the seed give the same', async () => {
  const { ideas } = await world.client.call('listIdeas', {})
  expect(await world.client.call('listIdeationSessions', {})).toEqual({ ideas })
  const idea = ideas[0]!.idea
  expect(await world.client.call('getIdeationSession', { idea })).toEqual(
    await world.client.call('getIdea', { idea }),
  )
  expect(await world.client.call('readIdeationMessages', { idea })).toEqual(
    await world.client.call('readIdeaMessages', { idea }),
  )
})

test('[IDE22] the page has the talk, the rail of phases and what was written down, and one says something there', async () => {
  const browser = await openBrowser()
  onTestFinished(() => browser.close())
  const { page, faults } = await visit(browser, world.client)
  await page.getByRole('link', { name: 'Ideas', exact: true }).waitFor()
  await goByKeys(page, 'd')
  await page.getByRole('link', { name: 'Clever fridge' }).waitFor()
  expect(await barriersEverywhere(page, 'ideas')).toEqual([])
  await page.getByRole('link', { name: 'Clever fridge' }).click()
  await page.getByRole('log').getByText('There is one rival.').waitFor()
  await page.getByText('Missing for the next: a solution.').waitFor()
  const here = page.locator('[aria-current=step]')
  expect(await here.allTextContents()).toEqual([expect.stringMatching(/^Idea/), 'Exploring'])
  await page.getByText('Food is thrown away').first().click()
  await page.getByText('Families throw away a third').first().waitFor()
  await page.getByRole('textbox', { name: 'Say something about it' }).fill('Only words, once more')
  await page.getByRole('button', { name: 'Say', exact: true }).click()
  await page.getByRole('log').getByText('Only words, once more').waitFor()
  await expect.poll(() => page.getByRole('log').getByText('Cameras are dear.').count()).toBe(2)
  expect(await barriersEverywhere(page, 'idea')).toEqual([])
  expect(faults).toEqual([])
})

test('[IDE21] [IDE7] the profile is said on the command line, by options or in an editor', async () => {
  expect((await iris(world.home, ['profile'])).stdout).toContain('iris profile edit')
  await iris(world.home, ['profile', 'edit', '--skill', 'carpentry', '--skill', 'law'])
  const editor = `${process.execPath} -e 'const fs = require("fs"), file = process.argv[1]; fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace("goals: []", "goals: [a small firm]"))'`
  await iris(world.home, ['profile', 'edit'], { EDITOR: editor })
  expect(await json('profile')).toEqual({
    profile: { goals: ['a small firm'], skills: ['carpentry', 'law'], network: [], lifeStage: '' },
  })
})

test('[IDE10] [STG5] a daemon killed with `kill -9` while the model answers: nothing said is lost or asked twice', async () => {
  const playbook = parsePlaybook(
    `name: Killed\nlines:\n  - when: { says: A boat }\n    reply: [{ gate: answer }, ${given({ reply: 'Where to?', artifacts: [user] })}]\n`,
  )
  let asked = 0
  const rehearsal = await startRehearsal({
    playbook,
    onRequest: ({ kind }) => void (asked += Number(kind === 'turn')),
  })
  const home = mkdtempSync(join(tmpdir(), 'iris-killed-idea-'))
  writeFileSync(join(home, 'config.yaml'), configFor(home, rehearsal, { teams: {} }))
  const daemon = mortalDaemon()
  onTestFinished(async () => {
    await daemon.kill()
    // The last one ends in order, and iris-pipe with it.
    await (await createDaemon({ environment: environmentOf(home) })).close('test ended', 'ended')
    await rehearsal.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  })
  const client = await daemon.start(home)
  const { idea } = await client.call('createIdea', { text: 'A boat' })
  await rehearsal.waiting('answer')
  await client.call('sayToIdea', { idea, text: 'A boat that is small' })
  await daemon.kill()
  rehearsal.open('answer')
  const next = await daemon.start(home)
  await expect
    .poll(async () => (await next.call('readIdeaMessages', { idea })).messages.map(({ text }) => text))
    .toEqual(['A boat', 'A boat that is small', 'Where to?', 'Where to?'])
  // The second answer is that to what was said meanwhile; the first was put once.
  expect(asked).toBe(2)
  expect((await next.call('listStages', { subject: idea })).stages.map(({ how }) => how)).toEqual([
    'answered',
    'answered',
  ])
})

test('[STG11] [STG7] without the CLI an idea waits and says so, on the page too, and is answered by itself once the CLI is there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'iris-no-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'claude')
  const other = await openTeams({ lines: '  - reply: Hm.', teams: {}, claudePath: path })
  onTestFinished(() => other.end())
  const { idea } = await other.client.call('createIdea', { text: 'A fridge' })
  const state = async () => (await other.client.call('getIdea', { idea })).state
  await expect.poll(state).toBe('WAITING')
  const shown = await iris(other.home, ['idea', 'show', idea])
  expect(shown.stdout).toContain('The model could not be asked yet. Claude Code was not found')
  const browser = await openBrowser()
  onTestFinished(() => browser.close())
  const { page, faults } = await visit(browser, other.client)
  await page.goto(new URL(`/ideas/${idea}`, page.url()).href)
  await page.getByRole('status').getByText('The model could not be asked yet.').waitFor()
  expect(await barriersEverywhere(page, 'idea-waits')).toEqual([])
  writeFakeClaude(path, "init()\nresult('Done.', { structured_output: { reply: 'For whom?' } })")
  await page.getByRole('log').getByText('For whom?').waitFor()
  await expect.poll(() => page.getByText('could not be asked').count()).toBe(0)
  expect([other.events('stage.began').length, other.events('stage.ended').length]).toEqual([1, 1])
  expect(faults).toEqual([])
})
