import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { isAlive } from '../../src/platform/process/index.ts'
import { pointsOf, randomFrom, seedOf } from '../support/points.ts'
import { freePort } from '../support/ports.ts'
import { leaderLines, planRun } from '../support/run-lines.ts'
import { expectNoProcess, expectOneStory } from '../support/run-story.ts'
import { openTeams, type TeamWorld } from '../support/teams.ts'

let world: TeamWorld
afterEach(() => world.end())

const longCommand = "sh -c 'echo $$ >> pids; exec sleep 600'"
const bash = `[{ tool: { name: Bash, input: { command: "${longCommand}", description: Work long } } }]`
const question = `{ question: "Red or blue?", header: Colour, multiSelect: false, options: [{ label: Red, description: Warm }, { label: Blue, description: Cold }] }`

/** By its goal a leader asks you, completes at once, has beta work, which has alpha work, or has a product manager at a long command. */
const lines = `
  - when: { system: You lead a run, says: /Ask me first/ }
    reply: [{ tool: { name: AskUserQuestion, input: { questions: [${question}] } } }]
  - when: { system: You lead a run, says: /Complete at once/ }
    reply: [{ tool: { name: mcp__iris__run_complete, input: { summary: Done } } }]
  - when: { system: You lead a run, says: /Have it done by beta/ }
    reply: [{ tool: { name: mcp__iris__team_quick_tell, input: { to: beta, message: Work for the leader } } }]
  - when: { system: You lead a run, tool: mcp__iris__team_quick_tell }
    reply: I wait for beta.
  - when: { says: Work for the leader }
    reply: [{ tool: { name: mcp__iris__team_quick_tell, input: { to: alpha, message: Work for beta } } }]
  - when: { tool: mcp__iris__team_quick_tell }
    reply: ${bash}
  - when: { says: Work for beta }
    reply: ${bash}
  - when: { agent: sub, system: product manager of the team }
    reply: ${bash}
${leaderLines}`

const pidFile = (team: string) => join(world.home, 'projects', team, 'pids')
const pids = (team: string): number[] =>
  existsSync(pidFile(team)) ? readFileSync(pidFile(team), 'utf8').trim().split('\n').map(Number) : []

type Start = Partial<typeof planRun> & { goal: string }
interface Moment {
  name: string
  start: Start
  /** What must be so before it is stopped, however long that takes. */
  reached: (before: { alpha: number; beta: number }) => Promise<boolean>
  /** The stop comes at random within so many ms after that. */
  within: number
}

const moments: Moment[] = [
  { name: 'anywhere', start: { goal: 'Write a plan' }, reached: () => Promise.resolve(true), within: 2500 },
  {
    name: 'during an ask',
    start: { goal: 'Ask me first' },
    reached: async () => (await world.client.call('listAsks', { state: 'open' })).asks.length === 1,
    within: 300,
  },
  {
    name: 'during the check of the evidence',
    start: { goal: 'Complete at once', evidence: { files: [], commands: [longCommand] } },
    reached: ({ alpha }) => Promise.resolve(pids('alpha').length > alpha),
    within: 300,
  },
  {
    name: 'while a told team and one that it told work',
    start: { goal: 'Have it done by beta' },
    reached: ({ alpha, beta }) => Promise.resolve(pids('alpha').length > alpha && pids('beta').length > beta),
    within: 300,
  },
]

test('[RUN18] stopped at any moment, everything of a run is gone within 5 s and the log tells one story', async () => {
  world = await openTeams({
    lines,
    teams: { alpha: {}, beta: {} },
    settings: { httpPort: await freePort() },
  })
  const random = randomFrom(seedOf())
  const points = Array.from({ length: 20 }, (_, round) => ({
    moment: moments[round % moments.length]!,
    share: random(),
  }))
  for (const { moment, share } of pointsOf('stops of a run', points)) await stopOnce(moment, share)
}, 600_000)

async function stopOnce({ name, start, reached, within }: Moment, share: number): Promise<void> {
  const { client } = world
  const before = { alpha: pids('alpha').length, beta: pids('beta').length }
  const { run } = await client.call('startRun', { ...planRun, ...start })
  await expect.poll(() => reached(before), { message: name }).toBe(true)
  const moment = Math.floor(share * within)
  await new Promise((resolve) => setTimeout(resolve, moment))
  const asked = Date.now()
  const stopped = await client.call('stopRun', { run })
  expect([name, moment, Date.now() - asked < 5000]).toEqual([name, moment, true])
  expect(stopped).toMatchObject({ state: 'stopped', endedAt: expect.any(Number), asks: [] })
  const { events } = await client.call('readRunEvents', { run, limit: 1000 })
  expectOneStory(events)
  // A told team is interrupted: its CLI ends the tool just after it has said that the turn is over.
  await expect
    .poll(() => [...pids('alpha'), ...pids('beta')].filter(isAlive), {
      message: name,
      timeout: Math.max(0, asked + 5000 - Date.now()),
    })
    .toEqual([])
  expectNoProcess(events, pidFile('alpha'))
  const ended = new Set(world.events('turn.ended').map(({ turn }) => turn))
  const accepted = world.events('turn.accepted', 'turn.woken').map(({ turn }) => turn)
  expect([name, accepted.filter((turn) => !ended.has(turn))]).toEqual([name, []])
}
