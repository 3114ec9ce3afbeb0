import { afterEach, expect, test } from 'vitest'
import { iris } from '../support/iris.ts'
import { leapingClock } from '../support/leaping-clock.ts'
import { openTeams, type TeamWorld } from '../support/teams.ts'
import { openTerminal, type Terminal } from '../support/terminal.ts'

let world: TeamWorld
let terminal: Terminal
afterEach(async () => {
  terminal?.end()
  await world.end()
})

async function type(line: string): Promise<void> {
  await terminal.type(line)
  await terminal.press('Enter')
}

test('[IRI12] [IRI14] iris ask alone is a chat on a terminal: questions in turn, leave in the inbox, exit ends it', async () => {
  world = await openTeams({
    lines: `
  - when: { system: 'You are Iris', tool: mcp__iris__wake_team }
    reply: 'beta is awake.'
  - when: { system: 'You are Iris', says: '/asks:\\s+wake/' }
    reply: [{ tool: { name: mcp__iris__wake_team, input: { team: beta } } }]
  - when: { system: 'You are Iris', says: '/asks:\\s+fail/' }
    reply: [{ fail: { status: 400, message: out of words } }]
  - when: { system: 'You are Iris' }
    reply: 'Nothing is active.'
`,
    teams: { alpha: {}, beta: {} },
  })
  terminal = await openTerminal({ home: world.home, columns: 100 })
  await type('iris ask; echo "left with $?"')
  await terminal.shows('you>')
  await type('what is active?')
  await terminal.shows(/Nothing is active\.[\s\S]*you>/)
  await type('wake beta')
  await terminal.shows(/Iris needs your permission: iris inbox answer ask_/)
  await world.answer({ choose: 'Allow' })
  await terminal.shows(/beta is awake\.[\s\S]*wake_team beta: done[\s\S]*you>/)
  await type('fail now')
  await terminal.shows(/The model failed[\s\S]*you>/)
  await type('exit')
  await terminal.shows('left with 0')
  expect(world.events('chat.asked')).toHaveLength(3)
})

test('[RUN37] [RUN34] iris run on a terminal shows the question of a run that rests, and one key or your words answer it', async () => {
  const clock = leapingClock()
  world = await openTeams({
    clock,
    lines: `  - { when: { system: You lead a run }, reply: 'I have no idea.' }\n`,
  })
  terminal = await openTerminal({ home: world.home, columns: 110 })
  await type('iris run "Build the page" --team alpha --roster pm; echo "left with $?"')
  const rested = async (turns: number): Promise<void> => {
    for (const ended of [turns - 1, turns]) {
      await expect.poll(() => world.events('turn.ended').length).toBe(ended)
      clock.leap(5100)
    }
  }
  await rested(2)
  await terminal.shows(/The run rests, and its goal is not reached\. How should it go on\?\n\s+1 Go on/)
  const { ask, from } = world.openAsk()
  const shown = await iris(world.home, ['runs', 'show', from])
  expect(shown.stdout).toContain(`Answer it: iris inbox answer ${ask} 1|2|3`)
  await pressUntil('t', /What is missing\?/)
  await type('The footer is missing')
  await rested(4)
  await expect.poll(() => world.events('ask.opened').length).toBe(2)
  expect(world.modelCalls[2]).toContain('The footer is missing')
  await terminal.shows(/4 turns[\s\S]*1 Go on/)
  await pressUntil('2', /completed unverified after[\s\S]*accepted as it is by user[\s\S]*left with 6/)
})

/** Right after a question has come up no key counts. */
async function pressUntil(key: string, shown: RegExp): Promise<void> {
  const screen = async (): Promise<string> => {
    if (!shown.test(await terminal.screen())) await terminal.press(key)
    return terminal.screen()
  }
  await expect.poll(screen).toMatch(shown)
}

test('[INB31] iris inbox answer on a terminal: keys, several of them, words, skipping and leaving', async () => {
  world = await openTeams({
    lines: `
  - when: { says: choose }
    reply:
      - tool:
          name: AskUserQuestion
          input:
            questions:
              - { question: Which DB?, header: DB, multiSelect: false, options: [{ label: SQLite, description: one file }, { label: Postgres, description: a server }] }
              - { question: Which days?, header: Days, multiSelect: true, options: [{ label: Mon, description: m }, { label: Tue, description: t }, { label: Wed, description: w }] }
  - { when: { tool: AskUserQuestion }, reply: 'Heard: \${toolResult}' }
  - { when: { says: name }, reply: [{ tool: { name: mcp__iris__ask_human, input: { type: blocking, text: Which name? } } }] }
  - { when: { tool: mcp__iris__ask_human }, reply: 'Heard: \${toolResult}' }
`,
    teams: { alpha: {}, beta: {} },
  })
  const chosen = world.tell('choose', 'alpha')
  await world.event('ask.opened')
  const before = world.daemon.log.head()
  const named = world.tell('name', 'beta')
  await world.event('ask.opened', before)
  terminal = await openTerminal({ home: world.home, columns: 100, rows: 50 })
  await type('iris inbox')
  await terminal.shows(/Which DB\?[\s\S]*Which name\?[\s\S]*iris inbox answer/)
  await type('clear; iris inbox answer; echo "left with $?"')
  await terminal.shows('Which DB?')
  await terminal.press('s')
  await terminal.shows('Which name?')
  await terminal.press('q')
  await terminal.shows('left with 0')
  await type('clear; iris inbox answer; echo "ended with $?"')
  await terminal.shows(/1\. Which DB\?/)
  await terminal.press('2')
  await terminal.shows(/2\. Which days\?/)
  await terminal.press('1')
  await terminal.shows('chosen: Mon; Enter takes them')
  await terminal.press('3')
  await terminal.shows('chosen: Mon, Wed;')
  await terminal.press('1')
  await terminal.shows('chosen: Wed;')
  await terminal.press('2')
  await terminal.shows('chosen: Tue, Wed;')
  await terminal.press('Enter')
  await terminal.shows(/✓ Postgres; Tue, Wed[\s\S]*Which name\?/)
  await terminal.press('t')
  await terminal.shows(/^> *$/m)
  await type('Ada, surely')
  await terminal.shows(/That was all\.[\s\S]*ended with 0/)
  expect((await chosen.outcome).text).toMatch(/"Which DB\?"="Postgres".*"Which days\?"="Tue, Wed"/)
  expect((await named.outcome).text).toContain('"answer":"Ada, surely"')
})
