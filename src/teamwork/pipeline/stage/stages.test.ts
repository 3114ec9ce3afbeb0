import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, onTestFinished } from 'vitest'
import { IrisError, type StageId } from '../../../contract/index.ts'
import type { AgentExit } from '../../../core/transport/index.ts'
import { openStageWorld, untilAsked, type StageWorld } from './stage-world.suite.ts'

let world: StageWorld
beforeEach(async () => {
  world = await openStageWorld()
})
afterEach(() => world.close())

const stateOf = (stage: StageId) => world.stages.stateOf(world.stages.get(stage))

test('[STG1] a stage is one turn with the prompt, tools and model of its role, and with its schema', async () => {
  const stage = world.begin()
  await untilAsked(world, 1)
  expect(world.starts).toMatchObject([
    { role: 'ideation', model: 'usual', tools: ['WebSearch'], outputSchema: { type: 'object' } },
  ])
  expect(world.starts[0]?.system).toMatch(/^You help one person to develop an idea/)
  expect(world.agents[0]?.sent).toMatchObject([{ text: 'Say what it is.', from: 'Iris' }])
  await world.answer({ structured_output: { reply: 'A shop.' } })
  expect(world.stages.get(stage)?.answer).toMatchObject({ how: 'answered', structured: { reply: 'A shop.' } })
  expect([world.agents[0]?.closed, world.known.size]).toEqual([true, 0])
})

test('[STG1] a role file of the project changes the prompt and gives no tools', async () => {
  const project = mkdtempSync(join(tmpdir(), 'iris-stage-'))
  onTestFinished(() => rmSync(project, { recursive: true }))
  mkdirSync(join(project, '.iris', 'roles'), { recursive: true })
  const file = '---\nname: Own\ndescription: Own\ntools: Bash\n---\n\nThe prompt of the project.\n'
  writeFileSync(join(project, '.iris', 'roles', 'ideation.md'), file)
  world.begin({ project })
  await expect.poll(() => world.starts).toMatchObject([{ tools: [], system: 'The prompt of the project.' }])
})

test('[STG1] a stage may have fewer tools than its role, and a role that is not there ends it', async () => {
  const less = world.begin({ tools: [] })
  await untilAsked(world, 1)
  expect(world.starts[0]?.tools).toEqual([])
  const none = world.begin({ role: 'nobody' })
  await world.stages.ended(none)
  expect(world.stages.get(none)).toMatchObject({
    how: 'failed',
    why: expect.stringContaining('no role nobody'),
  })
  expect(stateOf(less)).toBe('ACTIVE')
})

test('[STG3] [STG4] it is written down with who asks for it, with what was cut, or not at all', async () => {
  expect(() =>
    world.begin({ parts: [{ name: 'task', required: true, entries: ['x'.repeat(5000)] }] }),
  ).toThrow(expect.objectContaining({ code: 'STAGE_PROMPT_TOO_LONG' }))
  const undone = () =>
    world.log.write(() => {
      world.begin()
      throw new Error('undone')
    })
  expect(undone).toThrow('undone')
  await world.settle()
  expect([world.stages.list({ limit: 9 }), world.starts, world.events()]).toEqual([[], [], []])
  const parts = [
    { name: 'task', required: true, entries: ['Say what it is.'] },
    { name: 'talk', entries: ['newest', 'older '.repeat(1000), 'oldest'], isReversed: true },
  ]
  const stage = world.begin({ parts })
  await untilAsked(world, 1)
  expect(world.agents[0]?.sent[0]?.text).toBe('Say what it is.\n\n(2 more of talk did not fit.)\n\nnewest')
  expect(world.stages.get(stage)?.cut).toEqual(['2 of talk'])
  expect(world.events('stage.began')).toMatchObject([{ data: { stage, cut: ['2 of talk'] } }])
})

test('[STG4] what follows from its end is in the same transaction', async () => {
  const stage = world.begin()
  await untilAsked(world, 1)
  const heard: unknown[] = []
  world.log.react(['stage.ended'], ({ data }) =>
    heard.push(data.how, world.stages.get(data.stage)?.answer?.text),
  )
  world.agents[0]?.print({
    type: 'assistant',
    message: { id: 'm', content: [{ type: 'text', text: 'Hi.' }] },
  })
  await world.answer({ result: '{}' })
  expect(heard).toEqual(['answered', 'Hi.'])
  expect(world.events('stage.began', 'stage.asked', 'stage.ended').map(({ data }) => data)).toMatchObject([
    { stage },
    { stage, model: 'usual' },
    { stage, how: 'answered', costUsd: 0.25 },
  ])
})

test('[STG5] an agent that answered while no daemon ran is heard, and is asked nothing again', async () => {
  const stage = world.begin()
  await untilAsked(world, 1)
  const [agent] = world.agents
  await world.stages.close()
  await world.answer({ structured_output: { reply: 'Later.' } })
  expect(world.stages.get(stage)?.how).toBeNull()
  expect(world.stages.holds(agent!.id)).toBe(true)
  await world.restart()
  expect(world.stages.get(stage)?.answer?.structured).toEqual({ reply: 'Later.' })
  expect([world.starts.length, agent?.sent.length, world.stages.holds(agent!.id)]).toEqual([1, 1, false])
  expect(world.events('stage.asked', 'stage.ended')).toHaveLength(2)
})

test('[STG5] one that was written down and not asked is asked by the next daemon, once', async () => {
  await world.stages.close()
  const stage = world.begin()
  await world.settle()
  expect(world.starts).toEqual([])
  await world.restart()
  await untilAsked(world, 1)
  await world.answer({ structured_output: {} })
  expect([world.stages.get(stage)?.how, world.starts.length]).toEqual(['answered', 1])
})

test('[STG5] one whose agent is gone is lost, and nobody asks it again', async () => {
  const stage = world.begin()
  await untilAsked(world, 1)
  await world.stages.close()
  world.known.clear()
  await world.restart()
  expect(world.stages.get(stage)).toMatchObject({ how: 'lost', why: expect.stringContaining('gone') })
  expect([stateOf(stage), world.starts.length]).toEqual(['ERROR', 1])
})

test('[STG5] an agent that dies before it answers ends its stage', async () => {
  const stage = world.begin()
  await untilAsked(world, 1)
  world.agents[0]?.exit({ code: 1 })
  await world.settle()
  expect(world.stages.get(stage)).toMatchObject({ how: 'lost', why: expect.stringContaining('ended before') })
})

test('[STG6] its cost is booked for Iris and its role, and a spent budget ends it unasked', async () => {
  world.begin()
  await untilAsked(world, 1)
  await world.answer({ usage: { input_tokens: 10, output_tokens: 5 } })
  expect(world.usage.usedBy({ kind: 'stage', name: 'ideation' })).toEqual({ usd: 0.25, tokens: 15 })
  expect(world.usage.spentToday('iris')).toBe(0.25)
  world.usage.setLimit({ kind: 'stage', name: 'ideation' }, { span: 'day', usd: 0.2, tokens: null })
  const stage = world.begin()
  await world.stages.ended(stage)
  expect(world.stages.get(stage)).toMatchObject({ how: 'failed', why: expect.stringContaining('is spent') })
  expect(world.starts).toHaveLength(1)
})

test('[STG6] [STG7] while the account is at its limit a stage waits, and then is asked', async () => {
  world.log.write((append) => world.usage.hold(world.clock.now() + 60_000, 'five_hour', append))?.()
  const stage = world.begin()
  await world.settle()
  expect([stateOf(stage), world.starts]).toEqual(['WAITING', []])
  world.clock.advance(60_000)
  await untilAsked(world, 1)
  expect(stateOf(stage)).toBe('ACTIVE')
})

test('[STG7] what a role is at follows from what is stored', async () => {
  expect([world.stages.stateOf(undefined), world.stages.stateOf(undefined, true)]).toEqual([
    'IDLE',
    'WAITING',
  ])
  const stage = world.begin()
  expect(stateOf(stage)).toBe('LOADING')
  await untilAsked(world, 1)
  expect(stateOf(stage)).toBe('ACTIVE')
  await world.answer({})
  expect([stateOf(stage), world.stages.stateOf(world.stages.get(stage), true)]).toEqual([
    'COMPLETE',
    'WAITING',
  ])
})

test('[STG8] a stage that does not answer ends after ten minutes, with its process, and a few run at once', async () => {
  const stages = [1, 2, 3, 4, 5].map(() => world.begin())
  await untilAsked(world, 4)
  expect(stages.map(stateOf)).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'LOADING'])
  world.clock.advance(600_000)
  await untilAsked(world, 5)
  expect(stages.map(stateOf)).toEqual(['ERROR', 'ERROR', 'ERROR', 'ERROR', 'ACTIVE'])
  expect(world.agents.map(({ closed }) => closed)).toEqual([true, true, true, true, false])
})

const gone = new IrisError('PIPE_CLOSED', 'There is no connection to iris-pipe.')
/** Until the stage was tried so often; role files are read from the disk. */
const waited = (stage: StageId) => expect.poll(() => world.stages.get(stage)?.why ?? null)

test('[STG11] a stage that cannot be started because the pipe is gone waits, says why, and begins when the pipe is back', async () => {
  world.hinder(gone)
  const stage = world.begin()
  await waited(stage).toContain('There is no connection to iris-pipe')
  // The first pause is over before anybody has read why.
  expect(world.events('stage.waiting')).toEqual([])
  for (const [pause, tries] of [
    [200, 2],
    [5000, 3],
    [10_000, 4],
  ] as const) {
    world.clock.advance(pause - 1)
    await world.settle()
    expect(world.hindered).toBe(tries - 1)
    world.clock.advance(1)
    await expect.poll(() => world.hindered).toBe(tries)
    await world.settle()
  }
  expect(world.events('stage.waiting').map(({ data }) => data)).toMatchObject([
    { stage, reason: expect.stringContaining('There is no connection') },
  ])
  expect([stateOf(stage), world.stages.list({ limit: 9 })[0]?.why]).toEqual([
    'LOADING',
    expect.stringContaining('There is no connection'),
  ])
  world.hinder(undefined)
  world.stages.tryAgain()
  await untilAsked(world, 1)
  await world.answer({ structured_output: {} })
  expect(world.stages.get(stage)).toMatchObject({ how: 'answered', why: null })
  expect(world.events('stage.asked', 'stage.ended')).toHaveLength(2)
})

test('[STG11] one whose pipe goes before it was asked is started once more, in another conversation', async () => {
  world.onMade((agent) => Object.assign(agent, { ready: () => Promise.reject(gone) }))
  const stage = world.begin()
  await waited(stage).toContain('no connection')
  world.onMade((agent) => Object.assign(agent, { ready: () => Promise.resolve() }))
  world.clock.advance(200)
  await untilAsked(world, 1)
  expect(new Set(world.starts.map(({ conversation }) => conversation)).size).toBe(2)
  await world.answer({}, 1)
  expect(world.stages.get(stage)?.how).toBe('answered')
  expect(world.known.size).toBe(0)
})

test('[STG11] three processes that end before they are asked end the stage with what the last complained of; one lost with the pipe does not count', async () => {
  const ends = (exit: Partial<AgentExit>) =>
    world.onMade((agent) =>
      Object.assign(agent, { ready: () => new Promise(() => void setImmediate(() => agent.exit(exit))) }),
    )
  ends({ how: 'lost', code: null })
  const stage = world.begin()
  await expect.poll(() => world.starts.length).toBe(1)
  await waited(stage).not.toBeNull()
  ends({ code: 1 })
  for (const [pause, started] of [
    [200, 2],
    [5000, 3],
    [10_000, 4],
  ] as const) {
    await world.settle()
    world.clock.advance(pause)
    await expect.poll(() => world.starts.length).toBe(started)
  }
  await world.stages.ended(stage)
  expect(world.stages.get(stage)).toMatchObject({
    how: 'failed',
    why: expect.stringContaining('a complaint'),
    askedAt: null,
  })
  expect(world.events('stage.asked')).toEqual([])
})

test('[STG11] [STG7] without the CLI a stage waits for somebody, is looked for every second, and is asked once it is there', async () => {
  world.hinder(new IrisError('CLAUDE_NOT_FOUND', 'Claude Code was not found for iris (claude).'))
  const stage = world.begin()
  await expect.poll(() => stateOf(stage)).toBe('WAITING')
  expect(world.events('stage.waiting')).toHaveLength(1)
  world.hinder(undefined)
  world.clock.advance(1000)
  await untilAsked(world, 1)
  expect(stateOf(stage)).toBe('ACTIVE')
})

test('[STG11] those that wait take no room from others, and a stop ends none of them', async () => {
  world.hinder(gone)
  const held = [1, 2, 3, 4].map(() => world.begin())
  for (const stage of held) await waited(stage).not.toBeNull()
  world.hinder(undefined)
  world.begin()
  await untilAsked(world, 1)
  world.hinder(gone)
  await world.restart()
  expect(held.map((stage) => world.stages.get(stage)?.how)).toEqual([null, null, null, null])
})

test('[STG9] stages are listed with what they are at, the newest first, of one subject', () => {
  const first = world.begin()
  world.clock.advance(1)
  const second = world.begin({ subject: 'idea_2' })
  expect(world.stages.list({ limit: 9 }).map(({ stage }) => stage)).toEqual([second, first])
  expect(world.stages.list({ subject: 'idea_1', limit: 9 })).toMatchObject([
    { stage: first, state: 'LOADING' },
  ])
})

test('[STG10] what the stages of a role were told, of how much, and what they cost is summed up', async () => {
  world.begin()
  world.begin({ budget: 2000, parts: [{ name: 'task', entries: ['x'.repeat(400)] }] })
  await untilAsked(world, 2)
  await world.answer({})
  await world.answer({}, 1)
  const [use] = world.stages.use(0)
  expect(use).toMatchObject({ role: 'ideation', stages: 2, most: 101, budget: 2000, costUsd: 0.5 })
  expect(use?.tokens).toBeLessThan(101)
  expect(world.stages.use(world.clock.now() + 1)).toEqual([])
})
