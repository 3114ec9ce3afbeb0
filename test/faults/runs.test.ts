import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createClient, type Client } from '../../src/client/index.ts'
import { homeFiles, type EventEnvelope, type Run } from '../../src/contract/index.ts'
import { connectPipe } from '../../src/core/transport/index.ts'
import type { Clock } from '../../src/platform/clock/index.ts'
import { parsePlaybook, startRehearsal, type Rehearsal } from '../../src/rehearsal/index.ts'
import { makeHome } from '../support/daemon.ts'
import { startDaemonProcess, type DaemonProcess } from '../support/daemon-process.ts'
import { leapingClock } from '../support/leaping-clock.ts'
import { freePort } from '../support/ports.ts'
import { leaderLines, planRun, pmLines } from '../support/run-lines.ts'
import { expectNoProcess, expectOneStory } from '../support/run-story.ts'
import { configFor, openTeams, type TeamWorld } from '../support/teams.ts'

type Id = Run['run']
let end: () => Promise<void>
afterEach(() => end())

/** A product manager at a long command, which writes down its number first. */
const slowPm = `
  - when: { agent: sub, system: product manager of the team, says: Go on with the plan }
    reply: [{ tool: { name: Write, input: { file_path: "\${cwd}/plan.md", content: "1. It greets." } } }]
  - when: { agent: sub, system: product manager of the team, tool: Write }
    reply: "PM REPORT: plan.md holds the plan."
  - when: { agent: sub, system: product manager of the team, tool: Bash }
    reply: [{ tool: { name: Write, input: { file_path: "\${cwd}/plan.md", content: "1. It greets." } } }]
  - when: { agent: sub, system: product manager of the team }
    reply: [{ tool: { name: Bash, input: { command: "sh -c 'echo $$ >> pids; exec sleep 600'", description: Think long } } }]
`

/** A leader that has beta build something, and tells it again when it dies at it. */
const askingBeta = `
  - when: { system: You lead a run, says: /^The goal of this run/ }
    reply: [{ tool: { name: mcp__iris__team_quick_tell, input: { to: beta, message: Build it } } }]
  - when: { system: You lead a run, says: '/You asked: Build it\\s[\\s\\S]*agent_died/' }
    reply: [{ tool: { name: mcp__iris__team_quick_tell, input: { to: beta, message: Build it once more } } }]
  - when: { system: You lead a run, tool: mcp__iris__team_quick_tell }
    reply: I wait for beta.
  - when: { system: You lead a run, says: '/once more[\\s\\S]*The answer/' }
    reply: [{ tool: { name: mcp__iris__run_complete, input: { summary: Built } } }]
  - when: { system: You lead a run, tool: mcp__iris__run_complete }
    reply: Done.
  - when: { tool: Write }
    reply: It is built.
  - when: { says: Build it once more }
    reply: [{ tool: { name: Write, input: { file_path: "\${cwd}/built", content: "yes" } } }]
  - when: { says: Build it }
    reply: [{ text: I build. }, { gate: build }]
`

async function open(
  lines: string,
  teams: Record<string, object> = { alpha: {} },
  clock?: Clock,
): Promise<TeamWorld> {
  const settings = { httpPort: await freePort() }
  const world = await openTeams({ lines, teams, settings, ...(clock && { clock }) })
  end = () => world.end()
  return world
}
const pidsOf = (home: string) => join(home, 'projects/alpha/pids')
const pids = (home: string): number[] =>
  existsSync(pidsOf(home)) ? readFileSync(pidsOf(home), 'utf8').trim().split('\n').map(Number) : []

async function ended(client: Client, run: Id): Promise<Run> {
  await expect
    .poll(() => client.call('getRun', { run }), { interval: 100 })
    .toMatchObject({ endedAt: expect.any(Number) })
  return client.call('getRun', { run })
}
async function eventsOf(client: Client, run: Id): Promise<EventEnvelope[]> {
  const all: EventEnvelope[] = []
  for (let after = 0; ;) {
    const { events, next, head } = await client.call('readRunEvents', { run, after, limit: 1000 })
    all.push(...events)
    if (next >= head) return all
    after = next
  }
}
async function expectWell(client: Client, run: Id, home: string): Promise<void> {
  const events = await eventsOf(client, run)
  expectOneStory(events)
  expectNoProcess(events, pidsOf(home))
}

describe('somebody dies', () => {
  test('[RUN21] [RUN22] the leader, while it waits: the run goes on, and the teammate is taken up by its id', async () => {
    const { client, home } = await open(slowPm + leaderLines)
    const { run } = await client.call('startRun', planRun)
    await expect.poll(() => pids(home)).toHaveLength(1)
    await expect.poll(() => client.call('getRun', { run })).toMatchObject({ state: 'waiting_on_teammates' })
    const { leader } = await client.call('getRun', { run })
    process.kill(leader.pid!, 'SIGKILL')
    expect(await ended(client, run)).toMatchObject({
      state: 'completed',
      teammates: [{ state: 'completed', tasks: 2 }],
    })
    await expectWell(client, run, home)
  })

  test('[RUN21] [RUN22] the leader, in the middle of a turn: it is told to go on', async () => {
    const lines = leaderLines.replace(
      '- text: Paula plans first.',
      '- text: Paula plans first.\n      - gate: first',
    )
    const { client, home, rehearsal } = await open(pmLines() + lines)
    const { run } = await client.call('startRun', planRun)
    await rehearsal.waiting('first')
    const { leader } = await client.call('getRun', { run })
    process.kill(leader.pid!, 'SIGKILL')
    expect(await ended(client, run)).toMatchObject({ state: 'completed' })
    const revived = (await eventsOf(client, run)).filter(({ type }) => type === 'run.revived')
    expect(revived).toMatchObject([{ data: { attempt: 1 } }])
    await expectWell(client, run, home)
  })

  test('[RUN25] what a teammate runs is killed: it goes on by itself, and the run completes', async () => {
    const { client, home } = await open(slowPm + leaderLines)
    const { run } = await client.call('startRun', planRun)
    await expect.poll(() => pids(home)).toHaveLength(1)
    process.kill(pids(home)[0]!, 'SIGKILL')
    expect(await ended(client, run)).toMatchObject({ state: 'completed', teammates: [{ tasks: 1 }] })
    await expectWell(client, run, home)
  })

  test('[RUN25] the agent of another team that works for it: the leader is told, tells it again, and completes', async () => {
    const world = await open(askingBeta, { alpha: {}, beta: {} })
    const { client, home, rehearsal } = world
    const evidence = { commands: ['test -f ../beta/built'] }
    const { run } = await client.call('startRun', { ...planRun, goal: 'Have it built', evidence })
    await rehearsal.waiting('build')
    const [beta] = (await client.call('getRun', { run })).teammates
    expect(beta).toMatchObject({ form: 'team', name: 'beta', state: 'working' })
    const [started] = world.events('agent.started').filter(({ session }) => session === beta!.session)
    process.kill((started!.data as { pid: number }).pid, 'SIGKILL')
    expect(await ended(client, run)).toMatchObject({
      state: 'completed',
      teammates: [{ name: 'beta', state: 'completed', summary: 'It is built.', tasks: 2 }],
    })
    const events = await eventsOf(client, run)
    const ends = events.filter(({ type }) => type === 'teammate.ended').map(({ data }) => data)
    expect(ends).toMatchObject([{ how: 'failed' }, { how: 'completed' }])
    expect(events.filter(({ type }) => type === 'run.revived')).toEqual([])
    await expectWell(client, run, home)
  })

  test('[RUN17] [RUN25] a teammate that hangs is stopped at the limit, and the leader decides', async () => {
    const lines = leaderLines.replace('summary: "The plan is written."', 'summary: "Without her."')
    const clock = leapingClock()
    const { client, home } = await open(slowPm + lines, { alpha: {} }, clock)
    const turnMs = 600_000
    const { run } = await client.call('startRun', { ...planRun, limits: { turnMs } })
    await expect.poll(() => pids(home)).toHaveLength(1)
    await expect.poll(() => client.call('getRun', { run })).toMatchObject({ state: 'waiting_on_teammates' })
    clock.leap(turnMs)
    expect(await ended(client, run)).toMatchObject({
      state: 'completed_unverified',
      summary: 'Without her.',
      teammates: [{ state: 'stopped' }],
    })
    const warned = (await eventsOf(client, run)).filter(({ type }) => type === 'run.warned')
    expect(warned).toContainEqual(
      expect.objectContaining({ data: expect.objectContaining({ limit: 'turn', teammate: 'Paula' }) }),
    )
    await expectWell(client, run, home)
  })

  test('[RUN22] iris-pipe: its agents are ended, and the run goes on in new ones', async () => {
    const { client, home } = await open(slowPm + leaderLines)
    const { run } = await client.call('startRun', planRun)
    await expect.poll(() => pids(home)).toHaveLength(1)
    await expect.poll(() => client.call('getRun', { run })).toMatchObject({ state: 'waiting_on_teammates' })
    const pipe = await connectPipe({ home, start: false, env: {} })
    const { pid } = await pipe.hello()
    process.kill(pid, 'SIGKILL')
    await pipe.closed
    expect(await ended(client, run)).toMatchObject({ state: 'completed', teammates: [{ tasks: 2 }] })
    await expectWell(client, run, home)
  })

  test('[RUN22] the daemon: the team works on, and the next daemon takes it up as if nothing had happened', async () => {
    const home = realpathSync(makeHome('iris-run-kill-', ''))
    const lines = pmLines('plan') + leaderLines
    const rehearsal: Rehearsal = await startRehearsal({
      playbook: parsePlaybook(`name: Test\nlines:\n${lines}`),
    })
    const settings = { httpPort: await freePort() }
    writeFileSync(join(home, 'config.yaml'), configFor(home, rehearsal, { lines, settings }))
    let daemon: DaemonProcess = await startDaemonProcess(home)
    end = async () => {
      await daemon.kill()
      const pipe = await connectPipe({ home, start: false, env: {} })
      await pipe.shutdown()
      await rehearsal.close()
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    }
    const token = readFileSync(homeFiles(home).token, 'utf8').trim()
    const client = createClient({ url: `http://127.0.0.1:${settings.httpPort}`, token })
    const { run } = await client.call('startRun', planRun)
    await rehearsal.waiting('plan')
    await expect.poll(() => client.call('getRun', { run })).toMatchObject({ state: 'waiting_on_teammates' })
    await daemon.kill()
    daemon = await startDaemonProcess(home)
    expect(await client.call('getRun', { run })).toMatchObject({ state: 'waiting_on_teammates' })
    rehearsal.open('plan')
    expect(await ended(client, run)).toMatchObject({ state: 'completed', turns: 2 })
    const events = await eventsOf(client, run)
    expect(events.filter(({ type }) => type === 'agent.started')).toHaveLength(1)
    await expectWell(client, run, home)
  })
})
