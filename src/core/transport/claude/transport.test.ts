import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../../contract/index.ts'
import { manualClock, systemClock, type Clock } from '../../../platform/clock/index.ts'
import type { AgentSpec, RunningAgent } from '../agent.ts'
import { listen } from '../listening.suite.ts'
import type { Pipe } from '../pipe/index.ts'
import { openWorld, type World } from '../pipe/world.suite.ts'
import { createTransport } from './transport.ts'

let world: World
let pipe: Pipe
beforeAll(async () => {
  world = await openWorld()
})

// One pipe serves every test, each with a connection and an agent of its own.
beforeEach(async () => {
  pipe = await world.open()
})

afterEach(() => pipe.close())
afterAll(() => world.close())

/** A stand-in for the CLI: `script` sees each line it is told as `line`, and can `answer` control requests. */
async function startFake(
  script: string,
  { clock = systemClock, ...more }: Partial<AgentSpec> & { clock?: Clock } = {},
): Promise<RunningAgent> {
  const program = `
    const print = (value) => process.stdout.write((typeof value === 'string' ? value : JSON.stringify(value)) + '\\n')
    const answer = (line, response) =>
      print({ response: { request_id: line.request_id, ...response }, type: 'control_response' })
    require('node:readline').createInterface({ input: process.stdin }).on('line', (text) => {
      const line = JSON.parse(text)
      ${script}
    }).on('close', () => process.stdout.write('', () => process.exit(0)))`
  return createTransport({ pipe, clock }).start({
    id: newId('agt'),
    command: [process.execPath, '-e', program, '--'],
    cwd: tmpdir(),
    env: {},
    conversation: { how: 'new', id: randomUUID() },
    permissionMode: 'default',
    ...more,
  })
}

const saySomething = { uuid: randomUUID(), text: 'go' }

test('[TRA20] garbage and a line of 10 MB are told like any other, and what follows too', async () => {
  const agent = await startFake(`
    if (line.type !== 'user') return
    print('not json'); print('')
    print({ type: 'assistant', message: { id: 'm', content: [{ type: 'text', text: 'x'.repeat(10_000_000) }] } })
    print('{"type":"resu'); print({ type: 'result', result: 'Yes.', num_turns: 1 })`)
  const heard = listen(agent)
  await agent.send(saySomething)
  expect(await heard.next('result')).toMatchObject({ text: 'Yes.' })
  expect(heard.lines.map(({ event }) => event.kind)).toEqual([
    'garbage',
    'garbage',
    'said',
    'garbage',
    'result',
  ])
  const [part] = heard.all('said')[0]?.parts ?? []
  expect(part?.type === 'text' && part.text === 'x'.repeat(10_000_000)).toBe(true)
})

test('[TRA15] a request that is not answered fails after its time, and a late answer does no harm', async () => {
  const clock = manualClock()
  const agent = await startFake(`if (line.type === 'user') print({ type: 'result' })`, { clock })
  const heard = listen(agent)
  const usage = agent.contextUsage()
  await agent.send(saySomething)
  await heard.next('result')
  clock.advance(30_000)
  await expect(usage).rejects.toMatchObject({ code: 'AGENT_DID_NOT_ANSWER' })
  clock.advance(120_000)
  await expect(agent.ready()).rejects.toMatchObject({ code: 'AGENT_DID_NOT_ANSWER' })
})

test('[TRA15] [ORG65] an agent that refuses a question has heard it; one that says nothing is silent', async () => {
  const clock = manualClock()
  const answering = await startFake(
    `if (line.type === 'control_request') answer(line, { subtype: 'error', error: 'what?' })`,
  )
  await expect(answering.pulse()).resolves.toBeUndefined()
  const silent = await startFake('', { clock })
  const pulse = silent.pulse()
  clock.advance(30_000)
  await expect(pulse).rejects.toMatchObject({ code: 'AGENT_DID_NOT_ANSWER' })
})

test('[TRA15] answers find their requests in any order, whether or not anybody listens', async () => {
  const agent = await startFake(`
    if (line.type !== 'control_request') return
    const { subtype } = line.request
    if (subtype === 'initialize') answer(line, { subtype: 'success', response: {} })
    else if (subtype === 'set_model') globalThis.held = line
    else {
      answer(line, { subtype: 'success', response: { totalTokens: 1, maxTokens: 4, percentage: 25 } })
      answer(globalThis.held, { subtype: 'error', error: 'no such model' })
      answer(globalThis.held, { subtype: 'success' })
    }`)
  await agent.ready()
  const model = agent.setModel('x')
  const refusal = expect(model).rejects.toMatchObject({
    code: 'AGENT_REFUSED',
    message: expect.stringContaining('no such model'),
  })
  expect(await agent.contextUsage()).toEqual({ used: 1, max: 4, percent: 25 })
  await refusal
})

test('[TRA15] a reader that leaves does not take an awaited answer with it', async () => {
  const agent = await startFake(`
    if (line.type === 'user') answer(globalThis.held, { subtype: 'success', response: {} })
    else globalThis.held = line`)
  const heard = listen(agent)
  heard.stop()
  await agent.send(saySomething)
  await agent.ready()
})

test('[TRA15] requests above the limit are refused, not kept', async () => {
  const agent = await startFake('')
  const requests = Array.from({ length: 64 }, () => agent.interrupt())
  await expect(requests[63]).rejects.toMatchObject({ code: 'PIPE_BUSY' })
  const rest = Promise.allSettled(requests)
  await agent.close({ graceMs: 0 })
  expect((await rest).slice(0, 63)).toMatchObject(
    Array.from({ length: 63 }, () => ({ reason: { code: 'PIPE_AGENT_GONE' } })),
  )
})

test('[TRA5] each subscriber gets everything from the start, also after the exit', async () => {
  const agent = await startFake(
    `if (line.type === 'user') for (let n = 0; n < 500; n += 1) print('line ' + n)`,
  )
  const early = listen(agent)
  await agent.send(saySomething)
  await early.next('garbage')
  const late = listen(agent)
  expect(await agent.close({ graceMs: 5000 })).toMatchObject({ code: 0 })
  await Promise.all([early.ended, late.ended])
  const after = listen(agent)
  await after.ended
  expect(early.lines).toHaveLength(500)
  expect(late.lines).toEqual(early.lines)
  expect(after.lines).toEqual(early.lines)
  expect(after.exit()).toEqual(early.exit())
})

test('[TRA19] when the pipe is lost everything fails with PIPE_CLOSED and the agent goes on', async () => {
  const agent = await startFake(`if (line.type === 'user') print({ type: 'result', result: line.uuid })`)
  const heard = listen(agent)
  const exited = agent.exited()
  const usage = agent.contextUsage()
  pipe.close()
  const outcomes = await Promise.allSettled([exited, usage, agent.ready(), agent.send(saySomething)])
  expect(outcomes).toMatchObject(outcomes.map(() => ({ reason: { code: 'PIPE_CLOSED' } })))
  await heard.ended
  expect(heard.exit()).toBeUndefined()
  const transport = createTransport({ pipe: await world.open(), clock: systemClock })
  const again = transport.attach({ id: agent.id, offset: 0, conversation: '' })
  await again.send(saySomething)
  expect(await listen(again).next('result')).toMatchObject({ text: saySomething.uuid })
})

test('[TRA9] an agent that ignores everything is killed', async () => {
  const clock = manualClock()
  const agent = await startFake(
    `
    process.on('SIGINT', () => {}); process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)
    process.removeAllListeners('exit'); process.exit = () => {}
    if (line.type === 'user') print('deaf')`,
    { clock },
  )
  const heard = listen(agent)
  await agent.send(saySomething)
  await heard.next('garbage')
  const closing = agent.close({ graceMs: 1 })
  // Time for no more input and for the interrupt passes; the pipe itself waits a second before it kills.
  await expect
    .poll(() => {
      clock.advance(100)
      return heard.exit()
    })
    .toBeDefined()
  expect(await closing).toMatchObject({ signal: 'SIGKILL' })
})

test('[TRA1] a command that cannot be started is told by start', async () => {
  await expect(startFake('', { command: ['/no/such/program'] })).rejects.toMatchObject({
    code: 'PROCESS_DID_NOT_START',
  })
})
