import { afterEach, expect, test } from 'vitest'
import { connectPipe } from '../../src/core/transport/index.ts'
import { openTeams, type TeamWorld } from '../support/teams.ts'

let world: TeamWorld
afterEach(() => world.end())

const lines = `
  - when: { says: wait }
    reply: [{ text: Half. }, { gate: go }, { text: Whole. }]
  - when: { says: "/(.+)/s" }
    reply: "Here I am."
`

async function killPipe(): Promise<void> {
  const pipe = await connectPipe({ home: world.home, start: false, env: {} })
  const { pid } = await pipe.hello()
  process.kill(pid, 'SIGKILL')
  await pipe.closed
  // The daemon has noticed once there is another.
  await expect
    .poll(async () => (await connectPipe({ home: world.home, start: false, env: {} })).close())
    .toBeUndefined()
}

const ask = (question: string) => world.client.call('askIris', { question, yes: false })

test('[IRI30] the daemon outlives a pipe that is killed while Iris answers, says so, and answers the next question', async () => {
  world = await openTeams({ lines, agent: { enabled: true } })
  const first = ask('wait')
  const refused = expect(first).rejects.toMatchObject({ code: 'IRIS_UNAVAILABLE' })
  await world.rehearsal.waiting('go')
  await killPipe()
  await refused
  expect(await ask('hello')).toMatchObject({ answer: 'Here I am.' })
})

test('[IRI30] so it does when the process of Iris only waits', async () => {
  world = await openTeams({ lines, agent: { enabled: true } })
  await ask('hello')
  await killPipe()
  expect(await ask('hello again')).toMatchObject({ answer: 'Here I am.' })
})
