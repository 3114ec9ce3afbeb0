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
    expect(world.iris.mayBeAsked()).toBe(true)
    feature('dashboardChat', false)
    await expect(ask('hello')).rejects.toMatchObject({
      code: 'IRIS_DISABLED',
      message: expect.stringContaining('dashboardChat'),
    })
    expect([world.iris.mayBeAsked(), world.launches]).toEqual([false, []])
  })

  test('[IRI26] with autonomous coordination nothing is confirmed, until words of teams were read', async () => {
    feature('autonomousCoordination', true)
    world.script = async ({ iris, agentSession }) => {
      await iris.hands.sendMessageToTeam(agentSession, { team: 'beta', message: 'run the tests' }, signal)
      iris.hands.readEvents(agentSession, { after: 0 })
      await iris.hands.wakeTeam(agentSession, { team: 'alpha' }, signal)
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
        await iris.hands.sendMessageToTeam(agentSession, { team: 'beta', message: 'run the tests' }, signal),
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
      JSON.stringify(await iris.hands.wakeTeam(agentSession, { team: 'beta' }, signal))
    const answer = ask('wake beta')
    await world.say(await confirmation(), 'Deny')
    expect((await answer).actions).toMatchObject([{ state: 'denied' }])
    expect(world.told).toEqual([])
  })

  test('[IRI14] with yes it is done at once, for the teams that the question names', async () => {
    world.script = async ({ iris, agentSession }) =>
      JSON.stringify(await iris.hands.wakeTeam(agentSession, { team: 'beta' }, signal))
    expect((await ask('please wake beta.', true)).actions).toMatchObject([{ state: 'done', ask: null }])
    expect(world.told).toHaveLength(1)
  })

  test('[IRI14] yes does not hold for another team, nor once words of others were read', async () => {
    world.script = async ({ iris, agentSession }) => {
      await iris.hands.wakeTeam(agentSession, { team: 'alpha' }, signal)
      iris.hands.readEvents(agentSession, { after: 0 })
      await iris.hands.wakeTeam(agentSession, { team: 'beta' }, signal)
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

describe('the tools', () => {
  test('[IRI22] a tool of another server is asked for in the inbox; a conversation about a team has none', async () => {
    const decisions: boolean[] = []
    world.wants = { tool: 'mcp__memory__read', answered: (allow) => decisions.push(allow) }
    world.script = () => 'ok'
    const answer = ask('what do you remember?')
    const id = await confirmation()
    expect(world.open().find((one) => one.ask === id)).toMatchObject({
      kind: 'decision',
      text: expect.stringContaining('mcp__memory__read'),
    })
    await world.say(id, 'Allow')
    await answer
    expect(decisions).toEqual([true])
    world.script = () => '{"verdict":"offer","reason":"x"}'
    await world.answer('The page renders. Want me to look at the footer?')
    await until(() => world.events('question.settled').length === 1)
    expect(decisions).toEqual([true, false])
    expect(world.events('guard.refused')).toMatchObject([{ data: { guard: 'tool' } }])
  })

  test('[IRI16] look at sessions, teams, the pool, texts and the log', async () => {
    const { session } = await world.answer('Done.')
    const { hands } = world.iris
    expect(hands.checkSessionStatus(chat, { fromTeam: 'user', toTeam: 'alpha' })).toMatchObject({
      found: true,
      session,
    })
    expect(hands.checkSessionStatus(chat, { fromTeam: 'beta', toTeam: 'alpha' })).toEqual({ found: false })
    expect(hands.getActiveSessions(chat, { statusFilter: 'active' })).toMatchObject({ total: 1 })
    expect(hands.getActiveSessions(chat, { statusFilter: 'stopped' })).toMatchObject({ total: 0 })
    expect(hands.getPoolMetrics(chat)).toMatchObject({ totalProcesses: 1, maxProcesses: 2 })
    expect(hands.analyzeCompletion(chat, { completion: 'Should I delete it?' })).toMatchObject({
      containsQuestion: true,
      verdict: 'needs_answer',
    })
    const { events } = hands.readEvents(chat, { after: 0, types: ['turn.ended'] }) as {
      events: { data: string }[]
    }
    expect(events[0]?.data).toMatch(/^\| /)
  })

  test('[IRI16] a question is filed only about the session that the conversation watches, once', async () => {
    const { session } = await world.answer('Want me to look at the footer? The page renders.')
    await until(() => world.open().length === 1)
    await world.asks.dismiss(world.open()[0]!.ask, 'user')
    const { hands } = world.iris
    const question = { question: 'Which port?', context: '' }
    expect(hands.createPendingQuestion('iris-brain:user->alpha', question)).toMatchObject({ success: true })
    expect(world.open()).toMatchObject([{ session, text: 'Which port?', source: 'prose' }])
    expect(hands.createPendingQuestion('iris-brain:user->alpha', question)).toMatchObject({ success: false })
    expect(hands.createPendingQuestion(chat, question)).toMatchObject({ success: false })
    expect(world.events('guard.refused')).toMatchObject([{ data: { guard: 'tool' } }])
  })
})
