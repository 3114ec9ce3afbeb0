import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { EventEnvelope, Run, RunState } from '../../src/contract/index.ts'
import { isAlive } from '../../src/platform/process/index.ts'
import { iris } from '../support/iris.ts'
import { freePort } from '../support/ports.ts'
import { leaderLines, planRun, pmLines } from '../support/run-lines.ts'
import { openTeams, type TeamWorld } from '../support/teams.ts'

let world: TeamWorld
afterEach(() => world.end())

const get = (run: Run['run']): Run => world.daemon.runs.get(run)
const states = () => world.events('run.changed').map(({ data }) => (data as { state: RunState }).state)

async function ended(run: Run['run']): Promise<Run> {
  await expect.poll(() => get(run).endedAt).not.toBeNull()
  return get(run)
}

test('[RUN20] [RUN13] [RUN14] a leader sets a teammate to work, is woken by its end, completes, and the evidence holds', async () => {
  world = await openTeams({ lines: pmLines('plan') + leaderLines })
  const started = await world.client.call('startRun', planRun)
  expect(started).toMatchObject({ state: 'starting', roster: ['pm'], teammates: [] })
  // A teammate that is done before the leader has said that it waits wakes nobody.
  await world.rehearsal.waiting('plan')
  await expect.poll(() => get(started.run).state).toBe('waiting_on_teammates')
  world.rehearsal.open('plan')
  const run = await ended(started.run)
  expect(run).toMatchObject({
    state: 'completed',
    summary: 'The plan is written.',
    reason: null,
    turns: 2,
    rehearsed: true,
    checks: [
      { kind: 'file', what: 'plan.md', ok: true },
      { kind: 'command', ok: true },
    ],
    teammates: [{ name: 'Paula', role: 'pm', avatar: '🧭', form: 'inside', state: 'completed', tasks: 1 }],
  })
  expect(run.costUsd).toBeGreaterThan(0)
  expect(readFileSync(join(world.home, 'projects/alpha/plan.md'), 'utf8')).toBe('1. It greets.')
  expect(states()).toEqual(['working', 'waiting_on_teammates', 'working', 'completed'])
  expect(world.events('agent.started')).toHaveLength(1)
  expect(world.events('turn.woken')).toMatchObject([{ data: { teammates: ['Paula (Plan it) completed'] } }])
  const [process] = world.events('agent.started').map(({ data }) => (data as { pid: number }).pid)
  expect(isAlive(process!)).toBe(false)
})

test('[RUN14] a teammate cannot say that the run is complete', async () => {
  const cheat = `
  - when: { agent: sub, tool: mcp__iris__run_complete }
    reply: "PM REPORT: \${toolResult}"
  - when: { agent: sub }
    reply: [{ tool: { name: mcp__iris__run_complete, input: { summary: Cheated } } }]
`
  world = await openTeams({ lines: cheat + leaderLines })
  const { run } = await world.client.call('startRun', planRun)
  expect(await ended(run)).toMatchObject({
    state: 'completed_unverified',
    summary: 'The plan is written.',
    teammates: [{ summary: expect.stringContaining('No such tool') }],
  })
})

test('[RUN14] an agent of no role inside the leader cannot either', async () => {
  const cheat = `
  - when: { agent: sub, tool: mcp__iris__run_complete }
    reply: "REPORT: \${toolResult}"
  - when: { agent: sub }
    reply: [{ tool: { name: mcp__iris__run_complete, input: { summary: Cheated } } }]
`
  world = await openTeams({
    lines: cheat + leaderLines.replaceAll('subagent_type: pm', 'subagent_type: general-purpose'),
  })
  const { run } = await world.client.call('startRun', planRun)
  expect(await ended(run)).toMatchObject({
    state: 'completed_unverified',
    summary: 'The plan is written.',
    teammates: [{ role: 'general-purpose', summary: expect.stringContaining('Only the leader itself') }],
  })
})

test('[RUN18] [RUN19] stop ends everything and keeps what was said; resume goes on in the same conversation', async () => {
  world = await openTeams({ lines: pmLines('plan') + leaderLines })
  const { run } = await world.client.call('startRun', planRun)
  await world.rehearsal.waiting('plan')
  await expect.poll(() => get(run).state).toBe('waiting_on_teammates')
  const { pid } = get(run).leader
  const stopped = await world.client.call('stopRun', { run })
  expect(stopped).toMatchObject({ state: 'stopped', teammates: [{ state: 'stopped' }] })
  expect(isAlive(pid!)).toBe(false)
  expect(world.events('turn.ended').map(({ data }) => data)).toMatchObject([{ preview: 'I wait for Paula.' }])
  world.rehearsal.open('plan')
  await world.client.call('resumeRun', { run })
  expect(await ended(run)).toMatchObject({
    state: 'completed',
    teammates: [{ state: 'stopped' }, { state: 'completed' }],
  })
  expect(world.events('session.opened')).toHaveLength(1)
  expect(world.events('run.ended')).toHaveLength(2)
})

test('[RUN22] a run goes on when the daemon stops in order and another takes over', async () => {
  const lines = pmLines('plan') + leaderLines
  // The leader knows the daemon by its address.
  world = await openTeams({ lines, settings: { httpPort: await freePort() } })
  const { run } = await world.client.call('startRun', planRun)
  await world.rehearsal.waiting('plan')
  await expect.poll(() => get(run).state).toBe('waiting_on_teammates')
  await world.restart()
  expect(get(run).state).toBe('waiting_on_teammates')
  world.rehearsal.open('plan')
  expect(await ended(run)).toMatchObject({ state: 'completed', turns: 2 })
  expect(world.events('agent.started')).toHaveLength(1)
})

test('[RUN24] another team is a teammate; its answer reaches the leader by itself and wakes it', async () => {
  const lines = `
  - when: { system: You lead a run, says: /^The goal of this run/ }
    reply: [{ tool: { name: mcp__iris__team_quick_tell, input: { to: beta, message: "What is the answer?" } } }]
  - when: { system: You lead a run, tool: mcp__iris__team_quick_tell }
    reply: I wait for beta.
  - when: { system: You lead a run, says: '/You asked. What is the answer[\\s\\S]*42/' }
    reply: [{ tool: { name: mcp__iris__run_complete, input: { summary: "42" } } }]
  - when: { system: You lead a run, tool: mcp__iris__run_complete }
    reply: Done.
  - when: { says: What is the answer }
    reply: It is 42.
`
  world = await openTeams({ lines, teams: { alpha: {}, beta: {} } })
  const { run } = await world.client.call('startRun', { team: 'alpha', goal: 'Ask beta', roster: ['pm'] })
  expect(await ended(run)).toMatchObject({
    state: 'completed_unverified',
    reason: expect.stringContaining('No evidence'),
    teammates: [{ name: 'beta', form: 'team', state: 'completed', summary: 'It is 42.', tasks: 1 }],
  })
  const [session] = world.events('run.started').map((event) => event.session)
  const inRun = world
    .events('teammate.started', 'teammate.ended')
    .filter((event) => event.session === session)
  expect(inRun.map(({ type }) => type)).toEqual(['teammate.started', 'teammate.ended'])
})

test('[RUN27] what happens in a run is one stream, live and after the last number seen', async () => {
  world = await openTeams({ lines: pmLines() + leaderLines, teams: { alpha: {}, beta: {} } })
  const { run } = await world.client.call('startRun', planRun)
  const live: EventEnvelope[] = []
  for await (const event of world.client.events({ run })) {
    live.push(event)
    if (event.type === 'run.ended') break
  }
  expect(new Set(live.map(({ session }) => session)).size).toBe(1)
  const { events } = await world.client.call('readRunEvents', { run, limit: 1000 })
  expect(live).toEqual(events.slice(0, live.length))
  const middle = live[Math.floor(live.length / 2)]!
  const rest: EventEnvelope[] = []
  for await (const event of world.client.events({ run, after: middle.seq })) {
    rest.push(event)
    if (event.type === 'run.ended') break
  }
  expect(rest).toEqual(live.slice(live.indexOf(middle) + 1))
})

test('[RUN28] iris run shows who works on what and ends with the verdict; iris runs looks, stops and resumes', async () => {
  world = await openTeams({ lines: pmLines() + leaderLines })
  const args = ['run', 'Write a plan', '--team', 'alpha', '--roster', 'pm', '--limit-cost', '5']
  const shown = await iris(world.home, [...args, '--evidence-file', 'plan.md'])
  expect(shown).toMatchObject({ code: 0, stderr: '' })
  expect(shown.stdout).toMatch(/Paula: Plan it\n[\s\S]*Paula completed[\s\S]*✓ plan.md/)
  const unproved = await iris(world.home, [...args, '--evidence-command', 'false', '--json'])
  const last = JSON.parse(unproved.stdout.trim().split('\n').at(-1)!) as Run
  expect([unproved.code, last.state]).toEqual([6, 'completed_unverified'])
  const listed = await iris(world.home, ['runs', 'ls', '--all', '--json'])
  expect((JSON.parse(listed.stdout) as { runs: Run[] }).runs.map(({ run }) => run)[0]).toBe(last.run)
  expect((await iris(world.home, ['runs', 'show', last.run])).stdout).toMatch(
    /└─ ✓ Paula \(pm\)[\s\S]*✗ false/,
  )
  expect((await iris(world.home, ['runs', 'attach', last.run])).stdout).toContain('completed unverified')
  const detached = await iris(world.home, [...args, '--detach', '--json'])
  const { run } = JSON.parse(detached.stdout) as Run
  expect((await iris(world.home, ['runs', 'stop', run])).stdout).toMatch(/^(stopped|completed)/)
  expect((await iris(world.home, ['runs', 'tell', run, 'Hello'])).code).toBe(6)
  expect((await iris(world.home, ['run', 'x', '--team', 'alpha', '--roster', 'nobody'])).stderr).toContain(
    'There is no role nobody',
  )
  expect((await iris(world.home, ['runs', 'roles', 'alpha'])).stdout).toContain('Enza')
})
