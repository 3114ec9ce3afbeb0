import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient, type TellStep } from '../../src/client/index.ts'
import { startHttp } from '../../src/surface/http/index.ts'
import { inboxOperations } from '../../src/core/inbox/index.ts'
import { teamOperations } from '../../src/teamwork/orchestrator/index.ts'
import { newId, type Identity } from '../../src/contract/index.ts'
import { systemClock } from '../../src/platform/clock/index.ts'
import { openMemoryTeams } from '../support/memory-teams.ts'
import { onlyOperations } from '../support/operations.ts'
import { createMemoryOrchestrator } from '../support/orchestrator.ts'

let world: Awaited<ReturnType<typeof openMemoryTeams>>
beforeAll(async () => {
  world = await openMemoryTeams()
})
afterAll(() => world.end())

async function steps(
  message: string,
  onStep: (step: TellStep) => Promise<void> | void = () => undefined,
): Promise<TellStep[]> {
  const seen: TellStep[] = []
  for await (const step of world.client.tell({ to: 'alpha', message })) {
    seen.push(step)
    await onStep(step)
  }
  return seen
}
const textOf = (seen: TellStep[]) => seen.map((step) => (step.kind === 'text' ? step.text : '')).join('')

describe('tells', () => {
  test('[HTTP16] a tell waits as long as its caller wants', async () => {
    const tell = (message: string, timeout: number) =>
      world.client.call('tellTeam', { to: 'alpha', message, timeout })
    expect(await tell('hello', 0)).toMatchObject({ status: 'answered', text: 'hello', from: 'user' })
    expect(await tell('hello', -1)).toMatchObject({ status: 'accepted', text: '' })
    expect(await tell('hold on', 5)).toMatchObject({ status: 'delivered', text: 'I begin.' })
    expect(await world.client.call('cancelTurn', { team: 'alpha' })).toMatchObject({
      turn: expect.stringMatching(/^trn_/),
    })
    expect(await tell('die now', 0)).toMatchObject({
      status: 'agent_died',
      advice: expect.any(String),
    })
  })

  test('[HTTP16] a message that cannot be told is refused with its code', async () => {
    const tell = (to: string, message: string, timeout = 0) =>
      world.client.call('tellTeam', { to, message, timeout })
    await expect(tell('alpha', '  ')).rejects.toMatchObject({ code: 'MESSAGE_EMPTY' })
    await expect(tell('nobody', 'x')).rejects.toMatchObject({ code: 'TEAM_UNKNOWN' })
    await expect(tell('../x', 'x')).rejects.toMatchObject({ code: 'INPUT_INVALID' })
    await expect(tell('alpha', 'x', -2)).rejects.toMatchObject({ code: 'INPUT_INVALID' })
  })

  test('[HTTP36] the team is named in `to` or in `toTeam`, and once', async () => {
    const tell = (team: object) => world.client.call('tellTeam', { ...team, message: 'hello' })
    expect(await tell({ toTeam: 'beta' })).toMatchObject({ status: 'answered', to: 'beta' })
    expect(await tell({ to: 'beta' })).toMatchObject({ status: 'answered', to: 'beta' })
    await expect(tell({})).rejects.toMatchObject({ code: 'INPUT_INVALID' })
    await expect(tell({ to: 'alpha', toTeam: 'beta' })).rejects.toMatchObject({ code: 'INPUT_INVALID' })
  })

  test('[HTTP17] the client hears the receipt, the words once, and the end', async () => {
    const seen = await steps('good morning')
    expect(seen[0]).toMatchObject({ kind: 'receipt', outcome: { status: 'accepted' } })
    expect(textOf(seen)).toBe('good morning')
    expect(seen.at(-1)).toMatchObject({
      kind: 'end',
      outcome: { status: 'answered', text: 'good morning', rehearsed: true, advice: null },
    })
  })

  test('[HTTP17] an ask is told while the turn waits, and its answer lets it go on', async () => {
    const seen = await steps('ask me', async (step) => {
      if (step.kind !== 'ask') return
      await world.client.call('answerAsk', { ask: step.ask, choose: 'y' })
    })
    expect(seen.map(({ kind }) => kind)).toContain('ask')
    expect(seen).toContainEqual({ kind: 'state', status: 'needs_permission', waitingFor: 'permission' })
    expect(textOf(seen)).toBe('It was allowed.')
  })

  test('[HTTP17] two who tell the same team at once each hear their own answer', async () => {
    const [first, second] = await Promise.all([steps('of the first'), steps('of the second')])
    expect([textOf(first), textOf(second)]).toEqual(['of the first', 'of the second'])
    for (const [seen, text] of [[first, 'of the first'] as const, [second, 'of the second'] as const])
      expect(seen.at(-1)).toMatchObject({ kind: 'end', outcome: { status: 'answered', text } })
  })

  test('[HTTP17] whoever stops following does not stop the turn', async () => {
    const patience = new AbortController()
    const kinds: string[] = []
    for await (const step of world.client.tell({
      to: 'beta',
      message: 'hold on',
      signal: patience.signal,
    })) {
      kinds.push(step.kind)
      if (step.kind === 'text') patience.abort()
    }
    expect(kinds).not.toContain('end')
    const { turns } = await world.client.call('readTurns', { team: 'beta' })
    expect(turns.at(-1)).toMatchObject({ state: 'delivered' })
    await world.client.call('cancelTurn', { team: 'beta' })
  })
})

describe('teams, sessions, permissions', () => {
  test('[HTTP18] a team is listed, woken, told, put to sleep and forgotten', async () => {
    const { client } = world
    const { teams } = await client.call('listTeams', {})
    expect(teams.map(({ name }) => name)).toEqual(['alpha', 'beta'])
    expect(await client.call('wakeTeam', { team: 'beta' })).toMatchObject({ session: { to: 'beta' } })
    expect(await client.call('getTeam', { team: 'beta' })).toMatchObject({
      team: { name: 'beta' },
      awake: true,
    })
    expect((await client.call('listSessions', { team: 'beta' })).sessions).toHaveLength(1)
    await client.call('tellTeam', { to: 'beta', message: 'hold on', timeout: -1 })
    await expect(client.call('sleepTeam', { team: 'beta' })).rejects.toMatchObject({ code: 'TEAM_BUSY' })
    expect(await client.call('sleepTeam', { team: 'beta', force: true })).toMatchObject({ wasAwake: true })
    expect(await client.call('rebootSession', { team: 'beta' })).toMatchObject({
      session: { conversation: 'new' },
    })
    expect(await client.call('forkSession', { team: 'beta' })).toMatchObject({ conversation: 'new' })
    expect((await client.call('removeSession', { team: 'beta' })).session).toMatch(/^ses_/)
    expect((await client.call('listSessions', { team: 'beta' })).sessions).toEqual([])
    expect((await client.call('wakeTeams', {})).teams).toHaveLength(2)
    await expect(client.call('getTeam', { team: 'nobody' })).rejects.toMatchObject({ code: 'TEAM_UNKNOWN' })
  })

  test('[HTTP18] [TEA60] a turn that waits is dropped by its id, in the session it belongs to', async () => {
    const { client } = world
    const { turn } = await client.call('tellTeam', { to: 'beta', message: 'later', timeout: -1 })
    const idle = await client.call('cancelTurn', { team: 'beta' })
    expect(idle).toMatchObject({ turn: null, how: null, advice: expect.stringContaining('one waits') })
    const foreign = client.call('cancelTurn', { team: 'beta', turn, fromTeam: 'alpha' })
    await expect(foreign).rejects.toMatchObject({ code: 'TURN_NOT_HERE' })
    const wrong = client.call('cancelTurn', { team: 'beta', turn: 'trn_x' })
    await expect(wrong).rejects.toMatchObject({ code: 'INPUT_INVALID' })
    const dropped = await client.call('cancelTurn', { team: 'beta', turn })
    expect(dropped).toEqual({ turn, how: 'cancelled', advice: null })
    const again = client.call('cancelTurn', { team: 'beta', turn })
    await expect(again).rejects.toMatchObject({ code: 'TURN_ENDED' })
    await client.call('removeSession', { team: 'beta' })
  })

  test('[HTTP18] [TEA61] drop takes only what waits', async () => {
    const { client } = world
    const { turn } = await client.call('tellTeam', { to: 'beta', message: 'later', timeout: -1 })
    expect(await client.call('dropTurn', { team: 'beta', turn })).toEqual({ turn, how: 'cancelled' })
    const again = client.call('dropTurn', { team: 'beta', turn })
    await expect(again).rejects.toMatchObject({ code: 'TURN_ENDED' })
    await client.call('removeSession', { team: 'beta' })
  })

  test('[HTTP19] turns come in pages, oldest first, and each can be read whole', async () => {
    for (const message of ['one', 'two', 'three'])
      await world.client.call('tellTeam', { to: 'beta', message, timeout: 0 })
    const first = await world.client.call('readTurns', { team: 'beta', limit: 2 })
    expect(first.turns.map(({ message }) => message)).toEqual(['one', 'two'])
    const second = await world.client.call('readTurns', { team: 'beta', after: first.next ?? undefined })
    expect([second.turns.map(({ message }) => message), second.next]).toEqual([['three'], null])
    const turn = first.turns[0]?.turn ?? newId('trn')
    expect(await world.client.call('getTurn', { turn })).toMatchObject({ message: 'one', answer: 'one' })
  })

  test('[HTTP20] the first answer to a permission counts', async () => {
    await world.client.call('tellTeam', { to: 'alpha', message: 'ask me', timeout: -1 })
    const { asks } = await world.client.call('listAsks', {})
    const ask = asks.at(-1)?.ask ?? newId('ask')
    const answer = { ask, choose: 'n', text: 'not today' }
    expect(await world.client.call('answerAsk', answer)).toMatchObject({ answer: { allow: false } })
    await expect(world.client.call('answerAsk', answer)).rejects.toMatchObject({ code: 'ASK_ANSWERED' })
    expect(await world.client.call('listAsks', {})).toEqual({ asks: [], open: 0, next: null })
    expect((await world.client.call('listAsks', { state: 'all' })).asks[0]).toMatchObject({ ask })
    expect(await world.client.call('getAsk', { ask })).toMatchObject({
      ask: { ask, tool: 'Bash' },
      turn: { message: 'ask me', state: 'ended' },
    })
  })
})

describe('who may call', () => {
  test('[HTTP5] an observer reads about teams and changes nothing', async () => {
    const { secret } = await world.client.call('createToken', { name: 'watcher', role: 'observer' })
    const watcher = createClient({ url: world.url, token: secret })
    await watcher.call('listTeams', {})
    await watcher.call('listAsks', {})
    for (const attempt of [
      watcher.call('tellTeam', { to: 'alpha', message: 'x' }),
      watcher.call('wakeTeam', { team: 'alpha' }),
      watcher.call('answerAsk', { ask: newId('ask'), choose: 'y' }),
      watcher.call('setJudgment', { on: true }),
    ])
      await expect(attempt).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('[HTTP21] [HTTP22] an agent speaks as its own team, and reads neither the log nor the conversations of others', async () => {
    const agent: Identity = { role: 'agent', name: 'Jules', team: 'beta', session: newId('ses') }
    const log = world.log
    const { inbox } = world
    const orchestrator = createMemoryOrchestrator({ log, inbox: () => inbox, teams: () => ['alpha', 'beta'] })
    const refuse = (): never => {
      throw new Error('not reached')
    }
    const server = await startHttp(
      {
        host: '127.0.0.1',
        port: 0,
        socket: join(world.home, 'agent.sock'),
        allowedHosts: [],
        allowedOrigins: [],
      },
      {
        mcp: () => Promise.resolve(new Response(null, { status: 404 })),
        operations: onlyOperations({
          ...teamOperations(orchestrator),
          ...inboxOperations({ inbox, turns: orchestrator }),
        }),
        identify: (secret) => (secret === 'iris_agent' ? agent : undefined),
        door: { spend: () => false, admit: refuse, dismiss: refuse },
        dashboard: undefined,
        log,
        clock: systemClock,
        version: '0',
        onFault: () => undefined,
      },
    )
    const client = createClient({ url: server.url, token: 'iris_agent' })
    expect(await client.call('tellTeam', { to: 'alpha', message: 'hello' })).toMatchObject({ from: 'beta' })
    await expect(
      client.call('tellTeam', { to: 'alpha', message: 'hello', fromTeam: 'alpha' }),
    ).rejects.toMatchObject({ code: 'CALLER_REFUSED' })
    for (const attempt of [
      client.call('readTurns', { team: 'alpha', fromTeam: 'alpha' }),
      client.call('cancelTurn', { team: 'alpha', fromTeam: 'gamma' }),
      client.call('dropTurn', { team: 'alpha', turn: newId('trn'), fromTeam: 'gamma' }),
    ])
      await expect(attempt).rejects.toMatchObject({ code: 'CALLER_REFUSED' })
    for (const attempt of [
      client.call('readEvents', {}),
      client.call('listSessions', {}),
      client.call('getTurn', { turn: newId('trn') }),
      client.call('createToken', { name: 'mine' }),
      client.call('stopDaemon', {}),
      client.call('pruneLog', { before: 0 }),
      client.call('shrinkLog', {}),
      client.call('liftQuota', {}),
    ])
      await expect(attempt).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await server.close()
  })
})
