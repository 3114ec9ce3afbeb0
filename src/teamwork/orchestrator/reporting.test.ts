import { tmpdir } from 'node:os'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFakeWorld, type FakeWorld } from '../../core/sessions/fake-agents.suite.ts'
import type { CompiledConfig } from '../../platform/config/index.ts'
import { createOrchestrator } from './create.ts'
import type { OrchestratorDeps } from './deps.ts'
import type { Caller, Orchestrator } from './orchestrator.ts'

const person: Caller = { name: 'user', kind: 'human' }
let world: FakeWorld
let orchestrator: Orchestrator
beforeEach(async () => {
  world = await openFakeWorld()
  const teams = new Map([['alpha', { name: 'alpha', path: tmpdir() }]])
  // Only the names and folders of teams, and the limit, are read here.
  const config = () => ({ teams, agent: { hopLimit: 4 } }) as unknown as CompiledConfig
  orchestrator = createOrchestrator({ ...world, config, asks: world.asks } as unknown as OrchestratorDeps)
})
afterEach(() => world.end())

test('[HTTP19] turns come in pages, oldest first, with where to go on, and null at the end', async () => {
  for (const message of ['one', 'two', 'three'])
    orchestrator.tell(person, { to: 'alpha', message, patience: { until: 'accepted' } })
  const first = orchestrator.report(person, { team: 'alpha', limit: 2 })
  expect(first.turns.map(({ message }) => message)).toEqual(['one', 'two'])
  expect(first.next).toBe(first.turns[1]?.turn)
  const second = orchestrator.report(person, { team: 'alpha', limit: 2, after: first.next! })
  expect([second.turns.map(({ message }) => message), second.next]).toEqual([['three'], null])
  await world.settle()
})

const text = (words: string) => ({ type: 'assistant', message: { content: [{ type: 'text', text: words }] } })

test('[TEA83] who waits gets all that was said, with the final message apart; the report says the same', async () => {
  const telling = orchestrator.tell(person, { to: 'alpha', message: 'look', patience: { until: 'ended' } })
  await expect.poll(() => world.agents[0]?.sent.length).toBe(1)
  world.agents[0]!.print(text('Three tests fail.'))
  world.agents[0]!.answerTurn('Done.')
  const said = { final: 'Done.', cut: null }
  expect(await telling.outcome).toMatchObject({ text: 'Three tests fail.\n\nDone.', ...said })
  expect(orchestrator.report(person, { team: 'alpha' }).turns).toMatchObject([
    { answer: 'Three tests fail.\n\nDone.', ...said },
  ])
})

test('[TEA83] whose patience runs out gets the messages so far, none of them final', async () => {
  const patience = { until: 'ended', within: 1000 } as const
  const telling = orchestrator.tell(person, { to: 'alpha', message: 'look', patience })
  await expect.poll(() => world.agents[0]?.sent.length).toBe(1)
  world.agents[0]!.print(text('Three tests fail.'))
  world.agents[0]!.print(text('I look at them.'))
  world.clock.advance(1000)
  expect(await telling.outcome).toMatchObject({
    status: 'delivered',
    text: 'Three tests fail.\n\nI look at them.',
    final: null,
  })
})

test('[TEA56] [TEA85] answers of a million characters and more are cut, and make short pages', async () => {
  const told = ['one', 'two', 'three', 'four', 'five', 'six']
  for (const message of told) {
    const telling = orchestrator.tell(person, { to: 'alpha', message, patience: { until: 'ended' } })
    await expect.poll(() => world.agents[0]?.sent.at(-1)?.text).toBe(message)
    for (let n = 0; n < 3; n += 1) world.agents[0]!.print(text(String(n).repeat(400_000)))
    world.agents[0]!.answerTurn('Done.')
    expect(await telling.outcome).toMatchObject({ final: 'Done.', cut: { from: 400_002, of: 1_200_011 } })
  }
  const page = orchestrator.report(person, { team: 'alpha' })
  expect(page.turns.map(({ message }) => message)).toEqual(told.slice(0, 5))
  expect(orchestrator.report(person, { team: 'alpha', after: page.next! }).turns).toHaveLength(1)
  const { turn } = page.turns[0]!
  const first = orchestrator.findTurn(turn, { from: 0 })
  expect(first).toMatchObject({ cut: { from: 0, to: 800_004 }, final: null })
  expect(orchestrator.findTurn(turn, { from: 800_004 })).toMatchObject({ final: 'Done.' })
})

test('[TEA81] [TEA82] a report says of each open turn what it waits for, and what was said so far', async () => {
  for (const message of ['one', 'two'])
    orchestrator.tell(person, { to: 'alpha', message, patience: { until: 'accepted' } })
  const waits = () => orchestrator.report(person, { team: 'alpha' }).turns.map(({ waitingFor }) => waitingFor)
  expect(waits()).toEqual([null, 'turn'])
  await expect.poll(() => world.agents[0]?.sent.length).toBe(1)
  const [agent] = world.agents
  agent!.print({ type: 'system', subtype: 'init' })
  agent!.print({ type: 'assistant', message: { id: 'm', content: [{ type: 'text', text: 'I look.' }] } })
  agent!.print({
    type: 'control_request',
    request_id: 'r1',
    request: {
      subtype: 'can_use_tool',
      tool_name: 'AskUserQuestion',
      tool_use_id: 't',
      input: {
        questions: [
          {
            question: 'Which?',
            header: '',
            multiSelect: false,
            options: [
              { label: 'a', description: '' },
              { label: 'b', description: '' },
            ],
          },
        ],
      },
    },
  })
  await world.settle()
  const before = orchestrator.report(person, { team: 'alpha' }).turns[0]?.waitedMs ?? 0
  world.clock.advance(4000)
  expect(orchestrator.report(person, { team: 'alpha' }).turns).toMatchObject([
    { soFar: 'I look.', answer: null, waitingFor: 'question' },
    { soFar: null, waitingFor: 'turn', waitedMs: 0 },
  ])
  expect(orchestrator.report(person, { team: 'alpha' }).turns[0]?.waitedMs).toBe(before + 4000)
})

test('[TEA82] [INB13] a turn did not stand still for a question that nobody waited for', async () => {
  const { turn, session } = orchestrator.tell(person, {
    to: 'alpha',
    message: 'go',
    patience: { until: 'accepted' },
  })
  await expect.poll(() => world.agents[0]?.sent.length).toBe(1)
  const asked = { type: 'blocking', team: 'alpha', caller: 'user', session } as const
  world.asks.raise({ ...asked, source: 'prose', text: 'In words?', turn })
  world.asks.raise({ ...asked, source: 'ask_human', text: 'Of no turn?' })
  world.clock.advance(4000)
  expect(orchestrator.findTurn(turn)).toMatchObject({ waitedMs: 0 })
  world.asks.raise({ ...asked, source: 'ask_human', text: 'In a call?', turn })
  world.clock.advance(1000)
  expect(orchestrator.findTurn(turn)).toMatchObject({ waitedMs: 1000 })
})
