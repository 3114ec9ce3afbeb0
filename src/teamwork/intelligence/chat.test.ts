import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AskId, ChatWriting } from '../../contract/index.ts'
import { openIrisWorld, until, type IrisWorld } from './world.suite.ts'

let world: IrisWorld
beforeEach(async () => (world = await openIrisWorld()))
afterEach(() => world.end())

const chat = 'iris-brain:user-chat'
const signal = new AbortController().signal
const ask = (question: string, yes = false) => world.iris.ask({ question, yes })
const feature = (name: string, isOn: boolean): void => {
  const features = world.agentConfig['features']
  world.agentConfig['features'] = { ...(features as object), [name]: isOn }
}
const confirmation = async (): Promise<AskId> => {
  await until(() => world.open().some(({ team }) => team === 'iris'))
  return world.open().find(({ team }) => team === 'iris')!.ask
}

describe('ask Iris', () => {
  test('[IRI12] the answer cites events that were shown, and no others', async () => {
    await world.answer('Done.')
    const ended = world.events('turn.ended')[0]!
    world.script = () => `alpha is idle: its last turn ended well (#${ended.seq}), see also #999999.`
    const answer = await ask('what is active?')
    expect(answer).toMatchObject({ cites: [{ seq: ended.seq, type: 'turn.ended' }], actions: [] })
    expect(world.asked[0]).toContain(`#${ended.seq}`)
    expect(world.asked[0]).toContain('The person asks:\nwhat is active?')
    expect(world.events('chat.asked', 'chat.answered')).toHaveLength(2)
    const messages = world.iris.messages({ agentSession: chat, after: 0, limit: 10 })
    expect(messages).toMatchObject([
      { type: 'user-query', chat: answer.chat, cites: [] },
      { type: 'iris-analysis', chat: answer.chat, cites: [ended.seq] },
    ])
  })

  test('[IRI29] what is answered is heard piece by piece, by the name of its question, and is in no log', async () => {
    const heard: ChatWriting[] = []
    world.iris.writing$.subscribe((piece) => heard.push(piece))
    world.pieces = ['Let me', ' look.', null, 'All', ' is quiet.']
    world.script = () => 'All is quiet.'
    await world.iris.ask({ question: 'what is active?', yes: false, chat: 'q1' })
    expect(heard).toEqual([
      { chat: 'q1', at: 0, text: 'Let me' },
      { chat: 'q1', at: 6, text: ' look.' },
      { chat: 'q1', at: 0, text: 'All' },
      { chat: 'q1', at: 3, text: ' is quiet.' },
    ])
    expect(JSON.stringify(world.events())).not.toContain('Let me')
  })

  test('[IRI32] what it does on the way is not worth its answer: when that cannot be recorded it goes on', async () => {
    world.sql.exec(`CREATE TRIGGER full BEFORE INSERT ON event WHEN NEW.type = 'chat.progressed'
      BEGIN SELECT RAISE(ABORT, 'no room'); END`)
    world.pieces = [{ tool: 'mcp__iris__get_pool_metrics' }]
    world.script = () => 'All is quiet.'
    expect(await ask('what is active?')).toMatchObject({ answer: 'All is quiet.' })
  })

  test('[IRI12] the conversation goes on in the same process, and what it cost is booked', async () => {
    world.script = () => 'ok'
    await ask('one')
    const { costUsd } = await ask('two')
    expect(world.launches).toHaveLength(1)
    expect(costUsd).toBeCloseTo(0.01)
    expect(world.events('usage.recorded').map(({ data }) => (data as { team: string }).team)).toEqual([
      'iris',
      'iris',
    ])
  })

  test('[IRI12] a process that nobody uses is ended', async () => {
    world.script = () => 'ok'
    await ask('one')
    world.clock.advance(60_000)
    await world.settle()
    await ask('two')
    expect(world.launches.map(({ conversation }) => conversation.how)).toEqual(['new', 'resumed'])
  })

  test('[IRI13] switched off it answers nobody', async () => {
    world.agentConfig['enabled'] = false
    await expect(ask('hello')).rejects.toMatchObject({ code: 'IRIS_DISABLED' })
    Object.assign(world.agentConfig, { enabled: true, budget: { day: 0 } })
    await expect(ask('hello')).rejects.toMatchObject({ code: 'IRIS_BUDGET_SPENT' })
  })

  test('[IRI25] the chat alone can be switched off', async () => {
    expect(world.iris.offBy()).toBeUndefined()
    feature('dashboardChat', false)
    await expect(ask('hello')).rejects.toMatchObject({
      code: 'IRIS_CHAT_OFF',
      kind: { advice: expect.stringContaining('agent.features.dashboardChat: true') },
    })
    expect([world.iris.offBy(), world.launches]).toEqual(['agent.features.dashboardChat', []])
    world.agentConfig['enabled'] = false
    await expect(ask('hello')).rejects.toMatchObject({
      code: 'IRIS_DISABLED',
      kind: { advice: expect.stringContaining('agent.enabled: true') },
    })
    expect(world.iris.offBy()).toBe('agent.enabled')
  })

  test('[IRI26] with autonomous coordination nothing is confirmed, until words of teams were read', async () => {
    feature('autonomousCoordination', true)
    world.script = async ({ iris, agentSession }) => {
      await iris.tools.sendMessageToTeam(agentSession, { team: 'beta', message: 'run the tests' }, signal)
      iris.tools.readEvents(agentSession, { after: 0 })
      await iris.tools.wakeTeam(agentSession, { team: 'alpha' }, signal)
      return 'done'
    }
    const answer = ask('get the tests run')
    const id = await confirmation()
    expect(world.told).toEqual([{ to: 'beta', message: 'run the tests' }])
    await world.say(id, 'Deny')
    expect((await answer).actions).toMatchObject([
      { team: 'beta', state: 'done', ask: null },
      { team: 'alpha', state: 'denied', ask: id },
    ])
  })

  test('[IRI14] what changes something is confirmed by a person first', async () => {
    world.script = async ({ iris, agentSession }) =>
      JSON.stringify(
        await iris.tools.sendMessageToTeam(agentSession, { team: 'beta', message: 'run the tests' }, signal),
      )
    const answer = ask('tell beta to run the tests')
    const id = await confirmation()
    expect(world.told).toEqual([])
    await world.say(id, 'Allow')
    expect((await answer).actions).toMatchObject([
      { action: 'send_message_to_team', team: 'beta', state: 'done', ask: id },
    ])
    expect(world.told).toEqual([{ to: 'beta', message: 'run the tests' }])
    expect(world.events('action.decided').map(({ data }) => (data as { state: string }).state)).toEqual([
      'asked',
      'allowed',
    ])
  })

  test('[IRI14] denied, or answered by nobody, it does not happen', async () => {
    world.script = async ({ iris, agentSession }) =>
      JSON.stringify(await iris.tools.wakeTeam(agentSession, { team: 'beta' }, signal))
    const answer = ask('wake beta')
    await world.say(await confirmation(), 'Deny')
    expect((await answer).actions).toMatchObject([{ state: 'denied' }])
    expect(world.told).toEqual([])
  })

  test('[IRI14] with yes it is done at once, for the teams that the question names', async () => {
    world.script = async ({ iris, agentSession }) =>
      JSON.stringify(await iris.tools.wakeTeam(agentSession, { team: 'beta' }, signal))
    expect((await ask('please wake beta.', true)).actions).toMatchObject([{ state: 'done', ask: null }])
    expect(world.told).toHaveLength(1)
  })

  test('[IRI14] yes does not hold for another team, nor once words of others were read', async () => {
    world.script = async ({ iris, agentSession }) => {
      await iris.tools.wakeTeam(agentSession, { team: 'alpha' }, signal)
      iris.tools.readEvents(agentSession, { after: 0 })
      await iris.tools.wakeTeam(agentSession, { team: 'beta' }, signal)
      return 'ok'
    }
    await world.answer('Done.')
    const answer = ask('wake beta', true)
    await world.say(await confirmation(), 'Deny')
    await until(() => world.events('action.decided').length >= 3)
    await world.say(await confirmation(), 'Deny')
    expect((await answer).actions.map(({ state }) => state)).toEqual(['denied', 'denied'])
    expect(world.told).toEqual([])
  })

  test('[IRI15] prompts are templates; a file in the home or the config replaces one, and a broken one does not', async () => {
    world.script = () => 'ok'
    await ask('one')
    expect(world.launches[0]?.system).toContain('You are Iris')
    mkdirSync(join(world.home, 'prompts'))
    writeFileSync(join(world.home, 'prompts', 'user-chat.hbs'), 'Speak like a pirate.')
    world.clock.advance(60_000)
    await world.settle()
    await ask('two')
    expect(world.launches[1]?.system).toBe('Speak like a pirate.')
    world.agentConfig['systemPrompts'] = { userChat: 'Hello {{nobody}}', teamMonitor: null }
    world.clock.advance(60_000)
    await world.settle()
    await ask('three')
    expect(world.launches[2]?.system).toContain('You are Iris')
  })
})

describe('a person is waited for', () => {
  const wantsToWake = (): void => {
    world.script = async ({ message, iris, agentSession }) =>
      message.includes('wake beta')
        ? JSON.stringify(await iris.tools.wakeTeam(agentSession, { team: 'beta' }, signal))
        : 'Nothing.'
  }

  test('[IRI37] the time a person takes to confirm is not the model’s: the answer comes however late it is', async () => {
    wantsToWake()
    const answer = ask('wake beta')
    const id = await confirmation()
    world.clock.advance(30 * 60_000)
    await world.say(id, 'Allow')
    expect((await answer).actions).toMatchObject([{ team: 'beta', state: 'done' }])
  })

  test('[IRI37] a model that says nothing is given up all the same, before and after a confirmation', async () => {
    world.script = async ({ iris, agentSession }) => {
      await iris.tools.wakeTeam(agentSession, { team: 'beta' }, signal)
      return new Promise<string>(() => undefined)
    }
    const answer = ask('wake beta')
    const late = expect(answer).rejects.toMatchObject({ message: 'The model did not answer in time.' })
    await world.say(await confirmation(), 'Allow')
    await until(() => world.told.length === 1)
    await world.settle()
    world.clock.advance(180_000)
    await late
  })

  test('[IRI37] nobody waits for ever: after an hour it counts as denied', async () => {
    wantsToWake()
    const answer = ask('wake beta')
    await confirmation()
    world.clock.advance(60 * 60_000)
    expect((await answer).actions).toMatchObject([{ team: 'beta', state: 'denied' }])
    expect(world.open()).toEqual([])
  })

  test('[IRI38] whoever asks meanwhile is told what is waited for, and is answered after it', async () => {
    wantsToWake()
    const early: string[] = []
    const late: string[] = []
    const first = ask('wake beta')
    const second = world.iris.ask({
      question: 'two',
      yes: false,
      chat: 'q2',
      onProgress: (text) => early.push(text),
    })
    expect(early).toEqual(['answers another question first'])
    const id = await confirmation()
    const third = world.iris.ask({
      question: 'three',
      yes: false,
      chat: 'q3',
      onProgress: (text) => late.push(text),
    })
    const words = `waits for an answer to ${id} first: iris inbox answer ${id}`
    expect([early[1], late]).toEqual([words, [words]])
    const told = world.events('chat.progressed').map(({ data }) => data)
    expect(told).toEqual(
      expect.arrayContaining([
        { chat: 'q2', text: words },
        { chat: 'q3', text: words },
      ]),
    )
    await world.say(id, 'Deny')
    expect((await first).actions).toMatchObject([{ state: 'denied' }])
    expect([(await second).answer, (await third).answer]).toEqual(['Nothing.', 'Nothing.'])
  })
})
