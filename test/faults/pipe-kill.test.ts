import { afterEach, expect, test } from 'vitest'
import { connectPipe } from '../../src/core/transport/index.ts'
import { processIdentity } from '../../src/platform/process/index.ts'
import { heard, openTeams, type TeamWorld } from '../support/teams.ts'
import { written } from '../support/transcripts.ts'

let world: TeamWorld
afterEach(() => world.end())

const lines =
  '  - when: { says: /crash/ }\n    reply: "Going on."\n  - when: { says: wait }\n    reply: [{ text: Half. }, { gate: go }, { text: Whole. }]\n  - when: { says: "/(.+)/s" }\n    reply: "You said ${says.1}."\n'

async function killPipe(): Promise<void> {
  const pipe = await connectPipe({ home: world.home, start: false, env: {} })
  const { pid } = await pipe.hello()
  process.kill(pid, 'SIGKILL')
  await pipe.closed
}

test('[TEA20] kill -9 of iris-pipe ends open turns as agent_died, queued ones run, and no process is left over', async () => {
  world = await openTeams({ lines, teams: { alpha: {}, beta: {} } })
  await world.ask('remember me')
  await world.ask('idle', 'beta')
  await written(world.home, 'You said remember me.')
  const open = world.tell('wait')
  await heard(open, 'Half.')
  const queued = world.tell('next')
  const before = world.orchestrator.sessions().map(({ pid }) => pid ?? 0)
  await killPipe()
  expect(await open.outcome).toMatchObject({ status: 'agent_died', text: expect.stringContaining('Half.') })
  expect(await queued.outcome).toMatchObject({ status: 'answered', text: expect.stringContaining('next') })
  expect(world.modelCalls.at(-1)).toContain('remember me')
  expect(before.map((pid) => processIdentity(pid))).toEqual([undefined, undefined])
  expect(await world.ask('again', 'beta')).toMatchObject({ status: 'answered' })
  expect(world.events('agent.exited').map((event) => event.data)).toMatchObject([
    { reason: 'lost' },
    { reason: 'lost' },
  ])
})

test('[TEA20] with onCrash: resume the turn goes on after kill -9 of iris-pipe', async () => {
  world = await openTeams({ lines, teams: { alpha: { onCrash: 'resume' } } })
  const open = world.tell('wait')
  await world.rehearsal.waiting('go')
  await killPipe()
  expect(await open.outcome).toMatchObject({ status: 'answered', text: 'Going on.' })
})

test('[TEA18] a daemon stopped in order leaves a running turn to the next one', async () => {
  world = await openTeams({ lines })
  const open = world.tell('wait')
  await world.rehearsal.waiting('go')
  const pid = world.orchestrator.sessions()[0]?.pid ?? 0
  await world.restart()
  expect(world.orchestrator.findTurn(open.turn)).toMatchObject({ state: 'delivered' })
  world.rehearsal.open('go')
  await expect.poll(() => world.orchestrator.findTurn(open.turn)).toMatchObject({ how: 'answered' })
  expect(world.orchestrator.sessions()[0]?.pid).toBe(pid)
  expect(world.events('agent.started')).toHaveLength(1)
})
