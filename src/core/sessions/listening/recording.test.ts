import { expect, test } from 'vitest'
import type { FakeWorld } from '../fake-agents.suite.ts'
import { openOneSession } from '../one-session.suite.ts'

let world: FakeWorld
const { settle, put, how, agent } = openOneSession((opened) => ({ world } = opened))

const note = (n: number) => ({ type: 'system', subtype: 'note', n })
const init = { type: 'system', subtype: 'init' }
function notes(): number[] {
  const found: string[] = []
  for (let after = 0; ;) {
    const { events, next, head } = world.log.read({ types: ['agent.printed'], after, limit: 1000 })
    found.push(...events.map((event) => JSON.stringify(event.data)))
    if (next >= head) return found.flatMap((line) => /n\\":(\d+)/.exec(line)?.[1] ?? []).map(Number)
    after = next
  }
}

test('[TEA31] lines that could not be recorded are read again: none is missing, none is twice', async () => {
  const turn = await put('one')
  agent().print(init)
  for (let n = 0; n < 300; n += 1) agent().print(note(n))
  world.fill(true)
  for (let n = 300; n < 900; n += 1) agent().print(note(n))
  // Room comes back before anybody heard of the failure: what follows must not be taken for the next line.
  world.fill(false)
  for (let n = 900; n < 1000; n += 1) agent().print(note(n))
  agent().print({ type: 'result', result: 'end', num_turns: 1 })
  await settle()
  world.clock.advance(2000)
  await settle()
  expect(how(turn)).toBe('answered')
  expect(notes()).toEqual(Array.from({ length: 1000 }, (_, n) => n))
})

test('[TEA31] lines are read again as often as it takes until there is room', async () => {
  const turn = await put('one')
  agent().print(init)
  await settle()
  world.fill(true)
  agent().print(note(1))
  agent().print({ type: 'result', result: 'end', num_turns: 1 })
  await settle()
  for (let tries = 0; tries < 3; tries += 1) {
    world.clock.advance(2000)
    await settle()
    expect(how(turn)).toBeNull()
  }
  world.fill(false)
  world.clock.advance(2000)
  await settle()
  expect([how(turn), notes()]).toEqual(['answered', [1]])
})

test('[TEA31] a turn whose delivery could not be recorded goes on, and the next one waits for it', async () => {
  const sent: string[] = []
  await put('warm-up')
  agent().answerTurn('0')
  await settle()
  agent().send = ({ text }) => {
    sent.push(text)
    if (text === 'one') world.fill(true)
    return Promise.resolve()
  }
  const turn = await put('one')
  world.fill(false)
  await put('two')
  expect([how(turn), sent]).toEqual([null, ['one']])
  world.clock.advance(2000)
  await settle()
  expect(world.sessions.turn(turn).deliveredAt).not.toBeNull()
  agent().answerTurn('1')
  await settle()
  expect([how(turn), sent]).toEqual(['answered', ['one', 'two']])
})

test('[TEA31] an exit that could not be recorded is decided when there is room again', async () => {
  const turn = await put('one')
  agent().print(init)
  world.fill(true)
  agent().exit({ code: null, signal: 'SIGKILL' })
  await settle()
  expect(how(turn)).toBeNull()
  world.fill(false)
  world.clock.advance(2000)
  await settle()
  expect(how(turn)).toBe('agent_died')
  expect(world.events('agent.exited')).toHaveLength(1)
})

test('[TEA31] a silent turn that could not be ended for want of room is ended later', async () => {
  const turn = await put('one')
  world.fill(true)
  world.clock.advance(60_000)
  await settle()
  expect(how(turn)).toBeNull()
  world.fill(false)
  world.clock.advance(4000)
  await settle()
  expect(how(turn)).toBe('response_timeout')
})
