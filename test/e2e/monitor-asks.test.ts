import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { leaderLines, planRun, pmLines } from '../support/run-lines.ts'
import { openTeams, type TeamWorld } from '../support/teams.ts'
import { openTerminal, type Terminal } from '../support/terminal.ts'

let world: TeamWorld
let terminal: Terminal

const questions = JSON.stringify([
  {
    question: 'Which database?',
    header: 'Database',
    multiSelect: false,
    options: [
      { label: 'Postgres', description: 'The one we have' },
      { label: 'SQLite', description: 'One file' },
    ],
  },
  {
    question: 'Which checks?',
    header: 'Checks',
    multiSelect: true,
    options: [
      { label: 'Types', description: '' },
      { label: 'Lint', description: '' },
      { label: 'Tests', description: '' },
    ],
  },
])
const lines = `
${pmLines('plan')}
${leaderLines}
  - when: { says: /list it/ }
    reply:
      - tool: { name: Bash, input: { command: 'mkdir -p out && echo done', description: Make the folder } }
  - when: { tool: Bash }
    reply: The folder is there.
  - when: { says: /decide/ }
    reply:
      - text: There are two ways.
      - tool: { name: AskUserQuestion, input: { questions: ${questions} } }
  - when: { tool: AskUserQuestion, toolResult: '/([\\s\\S]*)/' }
    reply: 'You said: \${toolResult.1}'
`

beforeAll(async () => {
  world = await openTeams({
    lines,
    teams: { alpha: { grantPermission: 'ask' }, beta: { grantPermission: 'ask' } },
  })
})
afterEach(() => terminal?.end())
afterAll(() => world?.end())

async function monitor(columns = 80, rows = 24): Promise<void> {
  terminal = await openTerminal({ home: world.home, columns, rows })
  await terminal.type('iris monitor; echo "left with $?"')
  await terminal.press('Enter')
  await terminal.shows('● live')
}

test('[MON8] always is confirmed with the grant that is added; the next time nobody is asked', async () => {
  const first = world.tell('list it', 'beta')
  await monitor()
  await terminal.shows('a Always allow')
  await terminal.type('a')
  await terminal.shows('Always allow Bash(mkdir -p out && echo done) for beta? This adds a grant.')
  await terminal.shows('y yes, any other key no')
  await terminal.keep('grant')
  await terminal.type('n')
  await terminal.hides('This adds a grant.')
  expect((await world.client.call('listGrants', {})).grants).toEqual([])
  await terminal.type('a')
  await terminal.shows('This adds a grant.')
  await terminal.type('y')
  expect((await first.outcome).status).toBe('answered')
  expect((await world.client.call('listGrants', {})).grants).toMatchObject([{ team: 'beta' }])
  expect((await world.ask('list it', 'beta')).status).toBe('answered')
  expect(world.events('ask.opened')).toHaveLength(1)
})

test('[MON3] [MON7] two questions are answered by keys, one after another, with what was said around them', async () => {
  const deciding = world.tell('decide', 'beta')
  await monitor()
  await terminal.shows('1 Postgres  The one we have')
  await terminal.keep('question')
  await terminal.press('Enter')
  await terminal.shows('It had said:')
  await terminal.shows('There are two ways.')
  await terminal.press('Escape')
  await terminal.shows('Teams 2')
  await terminal.type('2')
  await terminal.shows('2 of 2: Which checks?')
  await terminal.type('13')
  await terminal.shows('3 [x] Tests')
  await terminal.press('Enter')
  const { text } = await deciding.outcome
  expect(text).toMatch(/SQLite[\s\S]*Types[\s\S]*Tests/)
  expect(text).not.toContain('Lint')
})

test('[MON25] [MON26] at 40 by 10 a command is read before a key allows it', async () => {
  const listing = world.tell('list it', 'alpha')
  await monitor(40, 10)
  await terminal.shows('Enter reads it, then answer')
  await terminal.shows('wants to run mkdir')
  await terminal.type('y')
  await terminal.shows('Press Enter to read all of it first.')
  await terminal.keep('small')
  await terminal.press('Enter')
  await terminal.shows(/mkdir -p out && echo done\n +y Allow/)
  await terminal.keep('small-read')
  await terminal.type('n')
  expect((await listing.outcome).status).toBe('answered')
  expect(world.events('ask.answered').at(-1)?.data).toMatchObject({ allow: false })
})

test('[MON2] [MON8] [MON10] a run stands on the board with who works in it; it is told and stopped there', async () => {
  await monitor(100)
  await world.client.call('startRun', planRun)
  await world.event('ask.opened', world.events('ask.opened').at(-1)?.seq ?? 0)
  await terminal.shows(/Paula.*: Wants permission for writing .*plan\.md/)
  await terminal.type('y')
  await world.rehearsal.waiting('plan')
  await terminal.shows(/alpha +● waits for Paula \(pm\) {2}“Write a plan”/)
  await terminal.shows(/└ Paula \(pm\) +● /)
  await terminal.press('Home')
  await terminal.shows(/(Needs you|Working) +▸ alpha/)
  await terminal.keep('run')
  await terminal.type('t')
  await terminal.shows("Tell the run's leader in alpha ›")
  await terminal.press('Escape')
  await terminal.hides("Tell the run's leader")
  await terminal.type('i')
  await terminal.shows('Stop the run of alpha and everybody in it?')
  await terminal.type('y')
  await terminal.shows('Stopped the run of alpha.')
  expect((await world.client.call('listRuns', { state: 'open' })).runs).toEqual([])
})
