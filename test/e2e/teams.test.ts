import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { z } from 'zod'
import { processIdentity } from '../../src/platform/process/index.ts'
import { leapingClock } from '../support/leaping-clock.ts'
import { heard, openTeams, type TeamWorld, type TeamWorldOptions } from '../support/teams.ts'

let world: TeamWorld
afterEach(() => world.end())

async function open(options: TeamWorldOptions): Promise<void> {
  world = await openTeams(options)
}
const hello = '  - when: { says: hello }\n    reply: "Hello from the rehearsal."\n'
const echo = '  - when: { says: "/(.+)/s" }\n    reply: "You said ${says.1}."\n'
/** Says half, then stands at the gate; anything else is echoed. */
const gated = `  - when: { says: wait }\n    reply: [{ text: "The first half." }, { gate: go }, { text: "The second half." }]\n${echo}`
describe('tells and receipts', () => {
  test('[TEA1] [TEA4] a cold tell is on disk at once, is answered, and makes one model call', async () => {
    await open({ lines: hello })
    const telling = world.tell('hello')
    expect(world.events('turn.accepted').map((event) => event.turn)).toEqual([telling.turn])
    expect(await telling.outcome).toMatchObject({
      status: 'answered',
      text: 'Hello from the rehearsal.',
      rehearsed: true,
      advice: null,
    })
    expect(world.modelCalls).toHaveLength(1)
    const types = world.daemon.log.read({}).events.map((event) => event.type)
    for (const type of [
      'session.opened',
      'agent.started',
      'turn.delivered',
      'turn.ended',
      'usage.recorded',
    ]) {
      expect(types).toContain(type)
    }
    await expect.poll(() => world.orchestrator.sessions()[0]?.contextPercent).toEqual(expect.any(Number))
    const { pid } = world.orchestrator.sessions()[0] ?? {}
    expect(world.events('agent.started')[0]?.data).toMatchObject({ pid })
    expect(world.modelCalls).toHaveLength(1)
  })

  test('[TEA4] waking starts a process and calls no model; the tell after it makes one call', async () => {
    await open({ lines: hello })
    expect(await world.orchestrator.wake(world.user, 'alpha')).toMatchObject({ wasAwake: false })
    expect(world.orchestrator.isAwake(world.user, 'alpha')).toMatchObject({ awake: true })
    expect(world.modelCalls).toEqual([])
    expect(await world.ask('hello')).toMatchObject({ status: 'answered' })
    expect(world.modelCalls).toHaveLength(1)
    expect(world.events('agent.started')).toHaveLength(1)
  })

  test('[TEA59] a tell while a wake starts the process is answered by that process', async () => {
    await open({ lines: hello })
    const waking = world.orchestrator.wake(world.user, 'alpha')
    const telling = world.tell('hello')
    expect(world.events('agent.started')).toEqual([])
    expect(await telling.outcome).toMatchObject({ status: 'answered', text: 'Hello from the rehearsal.' })
    expect(await waking).toMatchObject({ wasAwake: false })
    expect(world.events('agent.started', 'agent.exited')).toHaveLength(1)
    expect(world.events('session.opened')).toHaveLength(1)
    expect(world.modelCalls).toHaveLength(1)
  })

  test('[TEA2] [TEA3] two cold tells at once start one process; both are answered in order', async () => {
    await open({ lines: echo })
    const outcomes = await Promise.all([world.ask('first'), world.ask('second'), world.ask('third')])
    expect(outcomes.map(({ status, text }) => [status, text])).toEqual([
      ['answered', 'You said first.'],
      ['answered', 'You said second.'],
      ['answered', 'You said third.'],
    ])
    expect(world.events('agent.started')).toHaveLength(1)
    expect(world.events('session.opened')).toHaveLength(1)
    const ended = world.events('turn.ended').map((event) => event.turn)
    expect(ended).toEqual(outcomes.map(({ turn }) => turn))
    expect(world.modelCalls).toHaveLength(3)
  })

  test('[TEA3] a tell to a busy team is queued and answered after; other sessions do not wait', async () => {
    await open({ lines: gated, teams: { alpha: {}, beta: {} } })
    const first = world.tell('wait')
    await world.rehearsal.waiting('go')
    const second = world.orchestrator.tell(world.user, {
      to: 'alpha',
      message: 'next',
      patience: { until: 'ended', within: 50 },
    })
    expect(await second.outcome).toMatchObject({ status: 'queued', waitingFor: 'turn', text: '' })
    expect(await world.ask('aside', 'beta')).toMatchObject({ status: 'answered' })
    world.rehearsal.open('go')
    expect(await first.outcome).toMatchObject({
      status: 'answered',
      text: expect.stringContaining('second half'),
    })
    await expect
      .poll(() => world.orchestrator.findTurn(second.turn))
      .toMatchObject({ how: 'answered', answer: 'You said next.' })
    const report = world.orchestrator.report(world.user, { team: 'alpha', limit: 1 })
    expect(report).toMatchObject({ turns: [{ turn: first.turn }], next: first.turn })
    expect(world.orchestrator.report(world.user, { team: 'alpha', after: first.turn })).toMatchObject({
      turns: [{ turn: second.turn }],
      next: null,
    })
  })

  test('[TEA5] patience is counted from the call also when cold and when queued', async () => {
    await open({ lines: gated })
    const within = (ms: number) =>
      world.orchestrator.tell(world.user, {
        to: 'alpha',
        message: 'wait',
        patience: { until: 'ended', within: ms },
      })
    const cold = within(1)
    const startedBy = world.event('agent.started')
    // The process takes far longer to start than the caller waits.
    expect(await cold.outcome).toMatchObject({ status: 'queued', text: '' })
    expect(world.events('turn.delivered')).toEqual([])
    await startedBy
    await world.rehearsal.waiting('go')
    const waited = within(1)
    expect(await waited.outcome).toMatchObject({ status: 'queued', waitingFor: 'turn' })
    world.rehearsal.open('go')
    await expect.poll(() => world.orchestrator.findTurn(waited.turn).how).toBe('answered')
    expect(world.orchestrator.findTurn(cold.turn)).toMatchObject({
      how: 'answered',
      answer: expect.stringContaining('second'),
    })
  })

  test('[TEA5] when patience runs out in the middle, the partial text is the outcome and the turn goes on', async () => {
    const clock = leapingClock()
    await open({ lines: gated, clock })
    const within = 60_000
    const telling = world.orchestrator.tell(world.user, {
      to: 'alpha',
      message: 'wait',
      patience: { until: 'ended', within },
    })
    await heard(telling, 'The first half.')
    clock.leap(within)
    expect(await telling.outcome).toMatchObject({
      status: 'delivered',
      text: 'The first half.',
      advice: expect.stringContaining('Read the answer later'),
    })
    world.rehearsal.open('go')
    await expect.poll(() => world.orchestrator.findTurn(telling.turn)).toMatchObject({ how: 'answered' })
  })

  test('[TEA5] a receipt-only tell returns at once and is answered later', async () => {
    await open({ lines: hello })
    const patience = { until: 'accepted' as const }
    const telling = world.orchestrator.tell(world.user, { to: 'alpha', message: 'hello', patience })
    expect(await telling.outcome).toMatchObject({ status: 'accepted', text: '' })
    await expect.poll(() => world.orchestrator.findTurn(telling.turn).how).toBe('answered')
  })

  test('[TEA7] words of another team reach the agent fenced with their author; /commands in them do nothing', async () => {
    await open({ lines: '  - reply: "Read."\n', teams: { alpha: {}, beta: {} } })
    const caller = { name: 'beta', kind: 'agent' as const }
    const telling = world.orchestrator.tell(caller, {
      to: 'alpha',
      message: '/clear @/etc/passwd',
      patience: { until: 'ended' },
    })
    expect(await telling.outcome).toMatchObject({ status: 'answered', text: 'Read.', from: 'beta' })
    const said = world.modelCalls[0] ?? ''
    expect(said).toContain('<message from=\\"beta\\">\\n/clear ')
    expect(said).not.toContain('root:')
  })

  test('[TEA51] a person clears and compacts a conversation by a command; the process lives on', async () => {
    await open({ lines: echo })
    await world.ask('one')
    const { agent, conversation } = world.orchestrator.sessions()[0] ?? {}
    expect(await world.ask('/clear')).toMatchObject({ status: 'answered' })
    await world.ask('two')
    expect(world.modelCalls.at(-1)).not.toContain('You said one.')
    expect(await world.ask('/compact')).toMatchObject({ status: 'answered' })
    expect(await world.ask('three')).toMatchObject({ text: 'You said three.' })
    expect(world.orchestrator.sessions()).toMatchObject([{ agent, turns: 5 }])
    expect(world.orchestrator.sessions()[0]?.conversation).not.toBe(conversation)
  })

  test('[TEA8] bad names are TEAM_UNKNOWN and start nothing; empty and huge messages have their own codes', async () => {
    await open({ lines: echo })
    const before = world.daemon.log.head()
    for (const name of [
      '../x',
      '__proto__',
      'constructor',
      'toString',
      '',
      'a'.repeat(1000),
      'alpha/../alpha',
    ]) {
      expect(() => world.tell('hello', name)).toThrow(expect.objectContaining({ code: 'TEAM_UNKNOWN' }))
      await expect(world.orchestrator.wake(world.user, name)).rejects.toMatchObject({ code: 'TEAM_UNKNOWN' })
    }
    expect(() => world.tell(' \n')).toThrow(expect.objectContaining({ code: 'MESSAGE_EMPTY' }))
    const tooLarge = ['x'.repeat(8 * 1024 * 1024 + 1), `x${'\n'.repeat(8 * 1024 * 1024 - 1)}`]
    for (const message of tooLarge)
      expect(() => world.tell(message)).toThrow(expect.objectContaining({ code: 'BODY_TOO_LARGE' }))
    expect(world.daemon.log.head()).toBe(before)
  })

  test('[TEA8] a message of 8 MiB is answered', async () => {
    await open({ lines: '  - reply: "Long."\n' })
    const message = 'word '.repeat((8 * 1024 * 1024) / 5).slice(0, 8 * 1024 * 1024)
    expect(await world.ask(message)).toMatchObject({ status: 'answered', text: 'Long.' })
    expect((world.modelCalls[0] ?? '').length).toBeGreaterThan(8 * 1024 * 1024)
  })

  test('[TEA6] [TEA9] an API error is `failed` with its reason and a next step; the next tell works', async () => {
    await open({
      lines: `  - when: { says: break }\n    reply: [{ fail: { status: 400, message: "Bad tools." } }]\n${echo}`,
    })
    const failed = await world.ask('break')
    expect(failed).toMatchObject({ status: 'failed', text: expect.stringContaining('Bad tools.') })
    expect(failed.advice).toContain('Bad tools.')
    expect(world.orchestrator.findTurn(failed.turn)).toMatchObject({ state: 'ended', how: 'failed' })
    expect(await world.ask('again')).toMatchObject({ status: 'answered' })
    expect(world.events('agent.started')).toHaveLength(1)
  })
})

describe('ends', () => {
  test('[TEA14] cancel ends the turn as stopped with what was said; the process lives on and the next turn runs', async () => {
    await open({ lines: gated })
    const telling = world.tell('wait')
    await world.rehearsal.waiting('go')
    const queued = world.tell('after')
    const { pid } = world.orchestrator.sessions()[0] ?? {}
    expect(await world.orchestrator.cancel(world.user, 'alpha')).toMatchObject({ turn: telling.turn })
    expect(await telling.outcome).toMatchObject({
      status: 'stopped',
      advice: expect.stringContaining('stopped'),
    })
    expect(await queued.outcome).toMatchObject({ status: 'answered', text: expect.stringContaining('after') })
    expect(world.orchestrator.sessions()[0]?.pid).toBe(pid)
    expect(await world.orchestrator.cancel(world.user, 'alpha')).toMatchObject({ turn: null, advice: null })
  })

  test('[TEA14] a cancel during the cold start stops the turn before any model call', async () => {
    await open({ lines: echo })
    const telling = world.tell('never')
    await world.event('agent.started')
    await world.orchestrator.cancel(world.user, 'alpha')
    expect(await telling.outcome).toMatchObject({ status: 'stopped' })
    expect(await world.ask('next')).toMatchObject({ status: 'answered', text: 'You said next.' })
    expect(world.modelCalls).toHaveLength(1)
  })

  test('[TEA60] a queued turn is dropped before any model call, and the one before it goes on', async () => {
    await open({ lines: gated })
    const running = world.tell('wait')
    await world.rehearsal.waiting('go')
    const queued = world.tell('never')
    const dropped = await world.orchestrator.cancel(world.user, 'alpha', queued.turn)
    expect(dropped).toEqual({ turn: queued.turn, how: 'cancelled', advice: null })
    expect(await queued.outcome).toMatchObject({ status: 'cancelled', text: '' })
    world.rehearsal.open('go')
    expect(await running.outcome).toMatchObject({ status: 'answered' })
    expect(world.modelCalls).toHaveLength(1)
  })

  test('[TEA15] sleep is refused in the middle of a turn, ends it as stopped when forced, and wakes with its history', async () => {
    await open({ lines: gated })
    await world.ask('remember me')
    const telling = world.tell('wait')
    await world.rehearsal.waiting('go')
    await expect(world.orchestrator.sleep(world.user, 'alpha', { force: false })).rejects.toMatchObject({
      code: 'TEAM_BUSY',
    })
    const slept = await world.orchestrator.sleep(world.user, 'alpha', { force: true })
    expect(slept).toMatchObject({ wasAwake: true, session: { state: 'asleep', pid: null } })
    expect(await telling.outcome).toMatchObject({ status: 'stopped' })
    // At once: the new process must wait for the end of the old one.
    expect(await world.ask('next')).toMatchObject({ status: 'answered' })
    expect(world.modelCalls.at(-1)).toContain('remember me')
    expect(await world.orchestrator.sleep(world.user, 'alpha', { force: false })).toMatchObject({
      wasAwake: true,
    })
    expect(await world.orchestrator.sleep(world.user, 'alpha', { force: false })).toMatchObject({
      wasAwake: false,
    })
  })

  test('[TEA16] reboot ends the running turn as stopped and starts a new conversation; queued turns stay', async () => {
    await open({ lines: gated })
    const telling = world.tell('wait')
    await world.rehearsal.waiting('go')
    const queued = world.tell('fresh')
    const before = world.orchestrator.sessions()[0]?.conversation
    const session = await world.orchestrator.reboot(world.user, 'alpha')
    expect(session.conversation).not.toBe(before)
    expect(await telling.outcome).toMatchObject({ status: 'stopped' })
    expect(await queued.outcome).toMatchObject({ status: 'answered', text: 'You said fresh.' })
    expect(world.modelCalls.at(-1)).not.toContain('"wait"')
  })

  test('[TEA17] delete ends everything of the session; the log stays and a new tell opens another', async () => {
    await open({ lines: gated })
    const running = world.tell('wait')
    await world.rehearsal.waiting('go')
    const queued = world.tell('never')
    const [session] = world.orchestrator.sessions()
    const pid = session?.pid ?? 0
    expect(await world.orchestrator.remove(world.user, 'alpha')).toEqual({ session: running.session })
    expect(await running.outcome).toMatchObject({ status: 'stopped' })
    expect(await queued.outcome).toMatchObject({
      status: 'deleted',
      advice: expect.stringContaining('deleted'),
    })
    expect(processIdentity(pid)).toBeUndefined()
    expect(world.orchestrator.sessions()).toEqual([])
    expect(world.events('turn.accepted')).toHaveLength(2)
    const again = world.tell('anew')
    expect(again.session).not.toBe(running.session)
    expect(await again.outcome).toMatchObject({ status: 'answered' })
  })
})

describe('the pool', () => {
  test('[TEA21] [TEA55] room is made by ending the agent idle for longest; when all are busy the tell waits and says so', async () => {
    await open({ lines: gated, teams: { alpha: {}, beta: {}, gamma: {} }, settings: { maxProcesses: 1 } })
    await world.ask('one', 'alpha')
    const busy = world.tell('wait', 'beta')
    await world.rehearsal.waiting('go')
    expect(world.orchestrator.isAwake(world.user, 'alpha').awake).toBe(false)
    await expect(world.orchestrator.wake(world.user, 'gamma')).rejects.toMatchObject({ code: 'TEAM_BUSY' })
    const waiting = world.tell('three', 'gamma')
    await world.event('turn.waiting')
    expect(world.orchestrator.findTurn(waiting.turn)).toMatchObject({ state: 'queued', waitingFor: 'pool' })
    world.rehearsal.open('go')
    expect(await busy.outcome).toMatchObject({ status: 'answered' })
    expect(await waiting.outcome).toMatchObject({ status: 'answered', text: 'You said three.' })
    expect(
      world.orchestrator
        .teams()
        .filter(({ awake }) => awake)
        .map(({ name }) => name),
    ).toEqual(['gamma'])
    // An evicted conversation goes on.
    expect(await world.ask('four', 'alpha')).toMatchObject({ status: 'answered' })
    expect(world.modelCalls.at(-1)).toContain('one')
  })

  test('[TEA53] waking all takes the free places, ends nobody, and says who stays asleep', async () => {
    await open({ lines: echo, teams: { alpha: {}, beta: {}, gamma: {} }, settings: { maxProcesses: 2 } })
    await world.orchestrator.wake(world.user, 'beta')
    const full = expect.stringContaining('maxProcesses is 2')
    for (const _ of ['once', 'twice'])
      expect(await world.orchestrator.wakeAll(world.user)).toEqual([
        { team: 'alpha', awake: true, error: null },
        { team: 'beta', awake: true, error: null },
        { team: 'gamma', awake: false, error: full },
      ])
    expect(world.orchestrator.teams().map(({ awake }) => awake)).toEqual([true, true, false])
    expect(world.events('agent.exited')).toEqual([])
  })

  test('[TEA52] a team taken out of the config is still cancelled and reported, and keeps no idle agent', async () => {
    await open({ lines: gated, teams: { alpha: {}, beta: {} }, settings: { healthCheckInterval: 200 } })
    const telling = world.tell('wait')
    await world.rehearsal.waiting('go')
    const file = join(world.home, 'config.yaml')
    const config = z.object({ teams: z.record(z.string(), z.unknown()) }).loose()
    const { teams, ...rest } = config.parse(parse(readFileSync(file, 'utf8')))
    writeFileSync(file, stringify({ ...rest, teams: { beta: teams['beta'] } }))
    await expect.poll(() => world.orchestrator.teams().map(({ name }) => name)).toEqual(['beta'])
    expect(await world.orchestrator.cancel(world.user, 'alpha')).toMatchObject({ turn: telling.turn })
    expect(world.orchestrator.report(world.user, { team: 'alpha' }).turns).toMatchObject([{ how: 'stopped' }])
    expect((await world.event('agent.exited')).data).toMatchObject({ endedFor: 'idle' })
    expect(await world.orchestrator.remove(world.user, 'alpha')).toEqual({ session: telling.session })
    expect(() => world.orchestrator.report(world.user, { team: 'alpha' })).toThrow('no team "alpha"')
  })

  test('[TEA77] [TEA78] a fresh key and changed settings reach an awake agent at its next turn, in the same conversation', async () => {
    await open({
      lines: `
  - when: { says: show }
    reply: [{ tool: { name: Bash, input: { command: 'printf %s "$FLAVOUR"', description: Show } } }]
  - { when: { tool: Bash }, reply: 'It is \${toolResult}.' }
${echo}`,
    })
    await world.setEnvironment((env) => ({ ...env, ANTHROPIC_API_KEY: '' }))
    expect(await world.ask('one')).toMatchObject({
      status: 'failed',
      advice: expect.stringContaining('Sign in'),
    })
    expect(world.events('agent.exited')).toEqual([])
    await world.setEnvironment((env) => ({ ...env, ...world.rehearsal.env(), FLAVOUR: 'vanilla' }))
    expect(await world.ask('show')).toMatchObject({ status: 'answered', text: 'It is vanilla.' })
    await world.setEnvironment((env) => ({ ...env, FLAVOUR: 'mint' }))
    expect(world.events('agent.exited')).toHaveLength(1)
    expect(await world.ask('show')).toMatchObject({ status: 'answered', text: 'It is mint.' })
    expect(world.modelCalls.at(-1)).toContain('It is vanilla.')
    expect(await world.ask('hello')).toMatchObject({ status: 'answered', text: 'You said hello.' })
    const why = { endedFor: 'settings' }
    expect(world.events('agent.exited')).toMatchObject([{ data: why }, { data: why }])
    expect(world.events('agent.started')).toHaveLength(3)
  })

  test('[TEA22] an idle agent is ended after idleTimeout, and the next tell resumes it', async () => {
    await open({ lines: echo, settings: { idleTimeout: 300, healthCheckInterval: 100 } })
    await world.ask('one')
    expect((await world.event('agent.exited')).data).toMatchObject({ endedFor: 'idle' })
    expect(world.orchestrator.isAwake(world.user, 'alpha').awake).toBe(false)
    expect(await world.ask('two')).toMatchObject({ status: 'answered' })
    expect(world.modelCalls.at(-1)).toContain('one')
  })
})
