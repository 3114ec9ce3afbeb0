import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createClient, type Client } from '../../src/client/index.ts'
import { homeFiles, type EventEnvelope, type Run } from '../../src/contract/index.ts'
import { connectPipe } from '../../src/core/transport/index.ts'
import { parsePlaybook, startRehearsal, type Rehearsal } from '../../src/rehearsal/index.ts'
import { makeHome } from '../support/daemon.ts'
import { startDaemonProcess, type DaemonProcess } from '../support/daemon-process.ts'
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

async function open(lines: string): Promise<TeamWorld> {
  const world = await openTeams({ lines, settings: { httpPort: await freePort() } })
  end = () => world.end()
  return world
}
const pidsOf = (home: string) => join(home, 'projects/alpha/pids')
const pids = (home: string): number[] =>
  existsSync(pidsOf(home)) ? readFileSync(pidsOf(home), 'utf8').trim().split('\n').map(Number) : []

async function ended(client: Client, run: Id): Promise<Run> {
  await expect
    .poll(() => client.call('getRun', { run }), { timeout: 50_000, interval: 100 })
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

  test('[RUN17] [RUN25] a teammate that hangs is stopped at the limit, and the leader decides', async () => {
    const lines = leaderLines.replace('summary: "The plan is written."', 'summary: "Without her."')
    const { client, home } = await open(slowPm + lines)
    const { run } = await client.call('startRun', { ...planRun, limits: { turnMs: 6000 } })
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

test('[RUN18] stopped at 20 random moments, everything of a run is gone within 5 s and the log tells one story', async () => {
  const seed = Number(process.env['RUN_STOP_SEED'] ?? Date.now() % 100_000)
  console.log(`stop moments: RUN_STOP_SEED=${seed}`)
  const { client, home } = await open(slowPm + leaderLines)
  const random = randomFrom(seed)
  for (let round = 0; round < 20; round += 1) {
    const { run } = await client.call('startRun', planRun)
    const moment = Math.floor(random() * 2500)
    await new Promise((resolve) => setTimeout(resolve, moment))
    const asked = Date.now()
    const stopped = await client.call('stopRun', { run })
    expect([round, moment, Date.now() - asked < 5000]).toEqual([round, moment, true])
    expect(stopped).toMatchObject({ state: 'stopped', endedAt: expect.any(Number) })
    await expectWell(client, run, home)
  }
}, 170_000)

/** Numbers from 0 to 1 that are the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
