import { expect, test } from 'vitest'
import { IrisError, newsOf, type News, type SessionId, type TurnId } from '../../contract/index.ts'
import { usageNotifies } from '../usage/index.ts'
import type { FakeWorld } from './fake-agents.suite.ts'
import { openOneSession } from './one-session.suite.ts'
import { sessionNotifies } from './index.ts'

let world: FakeWorld
let session: SessionId
const { agent } = openOneSession((opened) => ({ world, session } = opened))

const begin = () => agent().print({ type: 'system', subtype: 'init' })
const told = async (more: { author?: string; fromSession?: SessionId | null; waits?: boolean } = {}) => {
  const { id } = world.sessions.put({ session, message: 'do it', author: 'user', fromSession: null, ...more })
  await world.settle()
  return id
}
/** The news of everything that happened, as it stands now. */
const news = (): News[] => {
  const notifies = [sessionNotifies(world), usageNotifies(world.usage)]
  const { events } = world.log.read({ limit: 1000 })
  return events.flatMap((event) => newsOf(notifies, event) ?? [])
}
const short = () => news().map(({ kind, title }) => `${kind}: ${title}`)

test('[NTF20] an agent that dies in a turn is one crash, with the way out and the page', async () => {
  await told()
  begin()
  agent().exit({ code: null, signal: 'SIGKILL' })
  await world.settle()
  const found = news()
  expect(found).toMatchObject([
    { kind: 'crash', title: 'alpha crashed', text: expect.stringContaining('SIGKILL') },
    {
      kind: 'crash',
      team: 'alpha',
      title: 'alpha crashed',
      text: expect.stringContaining('Tell it again'),
      link: `/sessions/${session}`,
    },
  ])
  expect(new Set(found.map(({ subject }) => subject)).size).toBe(1)
})

test('[NTF20] a process that ends by itself between turns is a crash; one that Iris ended is none', async () => {
  await told({ waits: true })
  agent().answerTurn('done')
  await world.settle()
  await world.sessions.sleep(session)
  await world.settle()
  expect(news()).toEqual([])
  await world.sessions.wake(session)
  agent().exit({ code: 137 })
  await world.settle()
  expect(news()).toMatchObject([{ kind: 'crash', text: expect.stringContaining('code 137') }])
})

test('[NTF20] a process that Iris ended is no crash, whatever it ends with', async () => {
  await told({ waits: true })
  agent().answerTurn('done')
  await world.settle()
  const former = agent()
  former.close = () => Promise.resolve(former.exit({ code: 143 }))
  await world.sessions.sleep(session)
  await world.settle()
  expect(world.events('agent.exited').at(-1)?.data).toMatchObject({ code: 143 })
  expect(news()).toEqual([])
})

test('[NTF20] the news of an end has what was said, unless its advice has it', async () => {
  await told()
  begin()
  agent().print({ type: 'assistant', message: { id: 'm', content: [{ type: 'text', text: 'Half way.' }] } })
  agent().exit({ code: null, signal: 'SIGKILL' })
  await world.settle()
  const ends = () => news().flatMap(({ text }) => (text.includes('Half way.') ? [text] : []))
  expect(ends()).toEqual([expect.stringMatching(/^.+\n\nHalf way\.$/)])
  const [ended] = world.events('turn.ended')
  const advice = 'It said: Half way. Tell it again.'
  const { text } = newsOf([sessionNotifies(world)], {
    ...ended!,
    data: { ...ended!.data, advice },
  } as typeof ended & object)!
  expect(text).toBe(advice)
})

test('[NTF20] a crash after which the turn goes on says so; a start that is tried again is none', async () => {
  Object.assign(world.team, { onCrash: 'resume' })
  await told()
  agent().exit({ code: 1 })
  await world.settle()
  expect(news()).toEqual([])
  begin()
  agent().exit({ code: null, signal: 'SIGSEGV' })
  await world.settle()
  expect(news()).toMatchObject([{ text: expect.stringContaining('its turn continues') }])
})

test('[NTF20] an agent that does not start is told while it holds its session', async () => {
  world.presence(() => Promise.reject(new IrisError('TEAM_FOLDER_MISSING', 'Its folder is gone.')))
  await told()
  expect(news()).toMatchObject([
    { kind: 'crash', title: 'alpha does not start', text: expect.stringContaining('Its folder is gone.') },
  ])
  world.presence(() => Promise.resolve())
  world.clock.advance(1000)
  await world.settle()
  begin()
  await world.settle()
  expect(news()).toEqual([])
})

test.each([
  [{ is_error: true, api_error_status: 500, result: 'API Error: 500' }, 'failure: alpha failed'],
  [
    { stop_reason: 'refusal', is_error: true, result: 'no' },
    'failure: The model declined what alpha was told',
  ],
  [{ is_error: true, api_error_status: 429, result: 'limit' }, 'limit: alpha stopped at the account limit'],
])('[NTF20] an end that is no answer is told with its advice: %j', async (result, title) => {
  const turn = await told()
  begin()
  agent().print({ type: 'result', subtype: 'success', num_turns: 1, total_cost_usd: 0, ...result })
  await world.settle()
  expect(short()).toEqual([title])
  expect(news()[0]?.text).toContain(world.sessions.turn(turn).advice)
})

test('[NTF20] silence, a spent budget and the account limit are told', async () => {
  await told()
  begin()
  await world.settle()
  world.clock.advance(61_000)
  await world.settle()
  Object.assign(world.team, { budget: { total: 0 } })
  await told()
  const until = Math.ceil(world.clock.now() / 1000) + 3600
  world.log.write((append) => world.usage.hold(until * 1000, 'five_hour', append))?.()
  expect(short()).toEqual([
    'failure: alpha was silent for too long',
    'budget: alpha has spent its budget',
    'limit: The account is at its limit',
  ])
  expect(news()[1]?.text).toContain('Raise it in config.yaml')
  world.usage.lift('user')
  expect(short()).not.toContain('limit: The account is at its limit')
})

test('[NTF21] the end that you wanted is no news, and a failure is none any more once its session answered', async () => {
  const stopped = await told()
  begin()
  await world.settle()
  const ending = world.sessions.stop(stopped)
  agent().print({ type: 'result', is_error: true, terminal_reason: 'aborted_streaming' })
  await ending
  await world.settle()
  const dropped = await told()
  await world.sessions.drop(session, dropped).catch(() => world.sessions.stop(dropped))
  expect(news()).toEqual([])
  await told()
  begin()
  agent().print({ type: 'result', subtype: 'success', is_error: true, api_error_status: 500, result: 'bad' })
  await world.settle()
  expect(short()).toEqual(['failure: alpha failed'])
  await told({ waits: true })
  agent().answerTurn('better')
  await world.settle()
  expect(news()).toEqual([])
})

test('[NTF22] an answer is news when its caller took the receipt and left, and for nobody else', async () => {
  const lead = world.sessions.open('user', 'beta').id
  const turns: TurnId[] = []
  for (const more of [{ waits: true }, {}, { waits: false, fromSession: lead }, { waits: false }]) {
    const turn = await told(more)
    agent().answerTurn(`All done for ${JSON.stringify(more)}`)
    await world.settle()
    turns.push(turn)
  }
  expect(news()).toMatchObject([
    { kind: 'answer', title: 'alpha answered', text: 'All done for {"waits":false}', subject: turns[3] },
  ])
  expect(
    world.events('turn.accepted').map((event) => event.type === 'turn.accepted' && event.data.waits),
  ).toEqual([true, undefined, false, false])
})

test('[NTF22] what met a limit is news when it is answered after all; the turns of a run are not', async () => {
  const limit = { is_error: true, api_error_status: 429, result: 'limit' }
  for (const more of [{ waits: true }, {}]) {
    await told(more)
    begin()
    agent().print({ type: 'result', subtype: 'success', num_turns: 1, total_cost_usd: 0, ...limit })
    await world.settle()
    world.clock.advance(3_600_000)
    await world.settle()
    agent().answerTurn(`After all ${JSON.stringify(more)}`)
    await world.settle()
  }
  expect(world.events('turn.accepted').map(({ data }) => 'retryOf' in data)).toEqual([
    false,
    true,
    false,
    true,
  ])
  expect(news()).toMatchObject([{ kind: 'answer', text: 'After all {"waits":true}' }])
})
