import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { newId } from '../../contract/index.ts'
import { descendants, isAlive } from '../../platform/process/index.ts'
import type { AgentSpec, Conversation, Pipe, RunningAgent, Transport } from './index.ts'
import { listen, type Listening } from './listening.suite.ts'

/**
 * An agent of some kind with a scripted model behind it, which knows these words:
 * `hello` is answered `Hello.`; `count` with the number of user texts the model sees; `stream` says `Half.` and stands
 * at the gate `rest`; `wait` runs `tail -f story.txt`, which never ends; `touch` makes the file, which needs permission, and tells what came of
 * it; `ask` asks `Which DB?` (A or B) and tells the answer; `fail <status>` lets the model fail.
 */
export interface TransportWorld {
  transport: Transport
  pipe: Pipe
  /** Another connection to the same agents, as after a restart of the daemon. */
  reconnect(): Promise<Transport>
  spec(): Omit<AgentSpec, 'id' | 'conversation'>
  file: string
  modelCalls(): number
  /** What the agent has saved of a conversation; it does so a moment after the result. */
  saved(conversation: string): string
  /** Resolves when the model stands at the gate. */
  waiting(gate: string): Promise<void>
  close(): Promise<void>
}

/** What each refusal of the model is to Iris. */
const failures = {
  529: 'overloaded',
  401: 'auth',
  400: 'invalid-request',
  404: 'model-unknown',
  429: 'limit',
  500: 'server',
}

interface Cast {
  world: TransportWorld
  agent: RunningAgent
  heard: Listening
  say: (text: string) => Promise<void>
}

/** What every transport must do. */
export function transportSuite(open: () => Promise<TransportWorld>): void {
  async function openWorld(): Promise<TransportWorld> {
    const world = await open()
    onTestFinished(() => world.close())
    return world
  }

  async function start(
    world: TransportWorld,
    conversation: Conversation = { how: 'new', id: randomUUID() },
  ): Promise<Cast> {
    const agent = await world.transport.start({ ...world.spec(), id: newId('agt'), conversation })
    const say = (text: string): Promise<void> => agent.send({ uuid: randomUUID(), text })
    return { world, agent, heard: listen(agent), say }
  }

  test('[TRA1] an agent starts and is ready without a call to the model', async () => {
    const { world, agent } = await start(await openWorld())
    await agent.ready()
    expect(world.modelCalls()).toBe(0)
  })

  test('[TRA2] a message is answered with typed events, and a second one by the same process', async () => {
    const { world, heard, say } = await start(await openWorld())
    await say('hello')
    expect(await heard.next('turn-started')).toMatchObject({ conversation: expect.any(String) })
    expect(await heard.next('said')).toMatchObject({ parts: [{ type: 'text', text: 'Hello.' }] })
    expect(await heard.next('result')).toMatchObject({ end: { how: 'answered' }, text: 'Hello.' })
    await say('count')
    expect(await heard.next('result')).toMatchObject({ end: { how: 'answered' }, text: 'Texts: 2.' })
    expect(heard.all('delta').length).toBeGreaterThan(1)
    expect(await world.pipe.list()).toHaveLength(1)
  })

  test('[TRA3] a message sent twice is put once', async () => {
    const { agent, heard } = await start(await openWorld())
    const message = { uuid: randomUUID(), text: 'hello' }
    await Promise.all([agent.send(message), agent.send(message)])
    await heard.next('result')
    await agent.send(message)
    await agent.send({ uuid: randomUUID(), text: 'count' })
    expect(await heard.next('result')).toMatchObject({ text: 'Texts: 2.' })
  })

  test('[TRA6] an interrupt ends a turn while the model speaks; the next message is answered', async () => {
    const { world, agent, heard, say } = await start(await openWorld())
    await say('stream')
    await world.waiting('rest')
    await heard.next('delta', (delta) => delta.text.includes('Half'))
    await agent.interrupt()
    expect(await heard.next('result')).toMatchObject({ end: { how: 'interrupted' } })
    await say('hello')
    expect(await heard.next('result')).toMatchObject({ text: 'Hello.' })
  })

  test('[TRA6] an interrupt ends a turn while a tool runs, and the tool with it', async () => {
    const { world, agent, heard, say } = await start(await openWorld())
    await say('wait')
    const waiter = await waiting(world.pipe)
    await agent.interrupt()
    expect(await heard.next('result')).toMatchObject({ end: { how: 'interrupted' } })
    await expect.poll(() => isAlive(waiter)).toBe(false)
  })

  test('[TRA7] what is allowed is done', async () => {
    const { world, agent, heard, say } = await start(await openWorld())
    await say('touch')
    const ask = await heard.next('asked')
    expect(ask).toMatchObject({ ask: { type: 'permission' }, tool: expect.any(String) })
    expect(existsSync(world.file)).toBe(false)
    await agent.answer(ask.request, { allow: true, input: ask.input })
    await agent.answer(ask.request, { allow: false, message: 'too late' })
    expect(await heard.next('result')).toMatchObject({ end: { how: 'answered' } })
    expect(existsSync(world.file)).toBe(true)
  })

  test('[TRA7] what is denied is not done, and the agent reads why', async () => {
    const { world, agent, heard, say } = await start(await openWorld())
    await say('touch')
    const { request } = await heard.next('asked')
    await agent.answer(request, { allow: false, message: 'not today' })
    expect(await heard.next('tool-returned')).toMatchObject({
      results: [{ isError: true, text: 'not today' }],
    })
    expect(await heard.next('result')).toMatchObject({ text: 'Touched: not today' })
    expect(existsSync(world.file)).toBe(false)
  })

  test('[TRA7] a denial may end the turn', async () => {
    const { agent, heard, say } = await start(await openWorld())
    await say('touch')
    const { request } = await heard.next('asked')
    await agent.answer(request, { allow: false, message: 'stop', endsTurn: true })
    expect(await heard.next('result')).toMatchObject({ end: { how: 'interrupted' } })
  })

  test('[TRA7] an ask whose turn is interrupted is withdrawn', async () => {
    const { agent, heard, say } = await start(await openWorld())
    await say('touch')
    const { request } = await heard.next('asked')
    await agent.interrupt()
    expect(await heard.next('ask-withdrawn')).toMatchObject({ request })
  })

  test('[TRA8] a question comes with its options and takes an answer', async () => {
    const { agent, heard, say } = await start(await openWorld())
    await say('ask')
    const { request, ask, input } = await heard.next('asked')
    expect(ask).toEqual({
      type: 'question',
      questions: [
        {
          question: 'Which DB?',
          header: 'DB',
          isMultiSelect: false,
          options: [
            { label: 'A', description: 'first' },
            { label: 'B', description: 'second' },
          ],
        },
      ],
    })
    await agent.answer(request, { allow: true, input: { ...input, answers: { 'Which DB?': 'B' } } })
    expect(await heard.next('result')).toMatchObject({ text: expect.stringMatching(/"Which DB\?"="B"/) })
  })

  test('[TRA4] a conversation goes on in a new process after a kill -9', async () => {
    const world = await openWorld()
    const id = randomUUID()
    const first = await start(world, { how: 'new', id })
    await first.say('hello')
    await first.heard.next('result')
    await expect.poll(() => world.saved(id)).toContain('Hello.')
    expect(await world.pipe.signal(first.agent.id, 'SIGKILL')).toBe(true)
    await first.heard.ended
    expect(first.heard.exit()).toMatchObject({ how: 'exited', signal: 'SIGKILL' })
    await expect(first.say('anyone?')).rejects.toMatchObject({ code: 'PIPE_AGENT_GONE' })
    const second = await start(world, { how: 'resumed', id })
    await second.say('count')
    expect(await second.heard.next('result')).toMatchObject({ conversation: id, text: 'Texts: 2.' })
  })

  test('[TRA4] a fork knows what was said and has an id of its own', async () => {
    const world = await openWorld()
    const [from, id] = [randomUUID(), randomUUID()]
    const first = await start(world, { how: 'new', id: from })
    await first.say('hello')
    await first.heard.next('result')
    await expect.poll(() => world.saved(from)).toContain('Hello.')
    const fork = await start(world, { how: 'forked', id, from })
    await fork.say('count')
    expect(await fork.heard.next('result')).toMatchObject({ conversation: id, text: 'Texts: 2.' })
  })

  test('[TRA5] one who attaches from an offset sees each line once, while the agent goes on', async () => {
    const conversation = randomUUID()
    const { world, agent, heard, say } = await start(await openWorld(), { how: 'new', id: conversation })
    await say('touch')
    const { request, input } = await heard.next('asked')
    const last = heard.lines.at(-1)!
    heard.stop()
    const transport = await world.reconnect()
    const again = transport.attach({ id: agent.id, offset: last.next, conversation })
    await again.ready()
    const rest = listen(again)
    await again.answer(request, { allow: true, input })
    await rest.next('result')
    await again.send({ uuid: randomUUID(), text: 'hello' })
    expect(await rest.next('result')).toMatchObject({ text: 'Hello.' })
    await again.close({ graceMs: 5000 })
    await rest.ended
    const whole = listen(transport.attach({ id: agent.id, offset: 0, conversation }))
    await whole.ended
    const seen = [...heard.lines, ...rest.lines].map(({ line }) => line)
    expect(seen).toEqual(whole.lines.map(({ line }) => line))
  })

  test('[TRA9] an idle agent that is closed leaves by itself', async () => {
    const { agent, heard, say } = await start(await openWorld())
    await say('hello')
    await heard.next('result')
    expect(await agent.close({ graceMs: 60_000 })).toMatchObject({ code: 0, signal: null })
    expect(await agent.close({ graceMs: 0 })).toMatchObject({ code: 0 })
    expect(await agent.exited()).toMatchObject({ code: 0 })
  })

  test.each([0, 200])(
    '[TRA9] an agent that is closed in a turn leaves nothing behind (%i ms)',
    async (graceMs) => {
      const { world, agent, say } = await start(await openWorld())
      await say('wait')
      const waiter = await waiting(world.pipe)
      await agent.close({ graceMs })
      expect(isAlive(waiter)).toBe(false)
      expect(await world.pipe.list()).toMatchObject([{ exit: { how: 'exited' } }])
    },
  )

  test('[TRA10] a turn that fails ends with its cause, and the agent lives, whatever the causes are', async () => {
    const { world, heard, say } = await start(await openWorld())
    for (const [status, reason] of Object.entries(failures)) {
      await say(`fail ${status}`)
      expect(await heard.next('result')).toMatchObject({
        end: { how: 'failed', reason, status: Number(status) },
      })
      await say('hello')
      expect(await heard.next('result')).toMatchObject({ end: { how: 'answered' }, text: 'Hello.' })
    }
    expect(await world.pipe.list()).toHaveLength(1)
  })

  test('[TRA4] a conversation nobody knows is told as such', async () => {
    const { agent, heard } = await start(await openWorld(), { how: 'resumed', id: randomUUID() })
    expect(await heard.next('result')).toMatchObject({
      end: { how: 'failed', reason: 'conversation-unknown' },
    })
    await heard.ended
    expect(heard.exit()).toMatchObject({ code: 1 })
    await expect(agent.ready()).rejects.toMatchObject({ code: 'PIPE_AGENT_GONE' })
  })
}

/** Waits until the agent's tool runs its long command; gives the process. */
async function waiting(pipe: Pipe): Promise<number> {
  const find = async (): Promise<number | undefined> => {
    const [agent] = await pipe.list()
    return descendants(agent!.pid!).find((pid) => commandLine(pid) === 'tail -f story.txt')
  }
  await expect.poll(find).toBeDefined()
  return (await find())!

  function commandLine(pid: number): string {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim()
    } catch {
      return ''
    }
  }
}
