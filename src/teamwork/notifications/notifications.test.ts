import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listen, openNotificationWorld, type NotificationWorld } from './world.suite.ts'

type Listener = Awaited<ReturnType<typeof listen>>
let world: NotificationWorld
let hook: Listener
let status = 200
beforeEach(async () => {
  status = 200
  world = openNotificationWorld()
  hook = await listen(() => ({ status, body: { error: 'no' } }))
})
afterEach(async () => {
  await world.end()
  await hook.close()
})

const useHook = (more: object = {}) => world.configure(['webhook'], { webhook: { url: hook.url }, ...more })
const user = { kind: 'human', name: 'user' } as const
const minute = 60_000
/** Lets everything that is ready happen; time stands still. */
const settle = async () => {
  for (let round = 0; round < 10; round += 1) await new Promise(setImmediate)
}
const reminders = () => hook.heard.map(({ body }) => body['reminder'])

describe('once', () => {
  test('[NTF1] [NTF7] an ask and each of its reminders is told once, also over a restart', async () => {
    useHook()
    const ask = world.permission()
    await world.event('notification.sent')
    expect(hook.heard[0]?.body).toMatchObject({
      title: 'alpha asks for permission',
      text: 'Bash make <b>all</b>\n\nmake\n\n“Always allow” adds the grant Bash(make)',
      ask: ask.id,
      team: 'alpha',
      urgency: 'high',
      reminder: 0,
      options: [{ key: 'y' }, { key: 'a' }, { key: 'n' }],
      url: `http://127.0.0.1:1615/inbox?ask=${ask.id}`,
    })
    await world.restart()
    world.clock.advance(5 * minute)
    await world.event('notification.sent', 1)
    expect(hook.heard[1]?.body).toMatchObject({
      title: 'Still waiting: alpha asks for permission',
      reminder: 1,
    })
    await world.restart()
    await settle()
    await world.inbox.answer(ask.id, { who: user, input: { choose: 'y' } })
    world.clock.advance(120 * minute)
    await settle()
    expect(reminders()).toEqual([0, 1])
  })

  test('[RUN34] [NTF1] a run that rests is told of with what can be answered', async () => {
    useHook()
    world.raise({
      source: 'run',
      kind: 'decision',
      type: 'blocking',
      text: 'How?',
      options: [{ label: 'Go on' }],
    })
    await world.event('notification.sent')
    expect(hook.heard[0]?.body).toMatchObject({
      title: 'alpha has a run that needs you',
      urgency: 'high',
      options: [{ key: '1', label: 'Go on' }],
    })
  })

  test('[NTF1] what is closed, not urgent enough, or batched is not told', async () => {
    const closed = world.permission()
    await world.inbox.answer(closed.id, { who: user, input: { choose: 'n' } })
    world.raise({ type: 'preference', text: 'low' })
    const { session } = world.raise({ text: 'first' })
    world.raise({ text: 'second of the batch', session })
    world.raise({ type: 'celebratory', text: 'Done!', options: [] })
    useHook()
    world.raise({ text: 'last' })
    await world.event('notification.sent', 2)
    expect(hook.heard.map(({ body }) => body['text'])).toEqual(['first', 'Done!', 'last'])
  })

  test('[NTF7] the body is signed with the secret', async () => {
    world.configure(['webhook'], { webhook: { url: hook.url, secret: 'hush' } })
    world.permission()
    const { headers, text } = await hook.next()
    const signature = createHmac('sha256', 'hush').update(text).digest('hex')
    expect(headers['x-iris-signature']).toBe(`sha256=${signature}`)
  })
})

describe('failures', () => {
  test('[NTF3] a failure is tried again after 1, 5 and 30 s, then given up with its reason', async () => {
    status = 503
    useHook()
    world.permission()
    for (const [tries, delay] of [1000, 5000, 30_000].entries()) {
      await hook.next(tries)
      await expect.poll(() => (world.clock.advance(delay), hook.heard.length)).toBeGreaterThan(tries + 1)
    }
    expect((await world.event('notification.failed')).data).toMatchObject({
      method: 'webhook',
      tries: 4,
      reason: expect.stringContaining('503'),
    })
    status = 200
    world.raise({ text: 'next' })
    await world.event('notification.sent')
    expect(hook.heard.at(-1)?.body).toMatchObject({ text: 'next' })
  })

  test('[NTF3] [NTF7] a refusal and a redirect elsewhere are not repeated for ever', async () => {
    status = 404
    useHook()
    world.permission()
    expect((await world.event('notification.failed')).data).toMatchObject({ tries: 1 })
    const elsewhere = await listen()
    const pointing = await listen(() => ({ status: 307, headers: { location: elsewhere.url } }))
    world.configure(['webhook'], { webhook: { url: pointing.url } })
    expect(await world.notifications.test('webhook')).toMatchObject([{ ok: false }])
    expect(elsewhere.heard).toEqual([])
    await Promise.all([elsewhere.close(), pointing.close()])
  })

  test('[NTF2] a way that hangs keeps none of the others, and does not keep the daemon from stopping', async () => {
    const silent = await listen(() => new Promise(() => undefined))
    world.configure(['webhook', 'ntfy'], {
      webhook: { url: silent.url },
      ntfy: { server: hook.url, topic: 'iris' },
    })
    world.permission()
    world.permission()
    await world.event('notification.sent', 1)
    expect(hook.heard.map(({ body }) => body['topic'])).toEqual(['iris', 'iris'])
    await silent.next()
    expect(silent.heard).toHaveLength(1)
    await world.restart()
    await silent.next(1)
    await world.notifications.close()
    await silent.close()
  })
})

describe('when', () => {
  const at = (hours: number, minutes = 0) => new Date(2030, 0, 5, hours, minutes).getTime()
  const night = { quietHours: { from: '22:00', to: '07:00', urgentToo: true } }

  test('[NTF4] in quiet hours nothing is told; at their end once for each that is still open', async () => {
    world.clock.advance(at(23) - world.clock.now())
    useHook(night)
    const [first, second] = [world.permission(), world.permission()]
    await world.event('notification.held')
    await world.inbox.answer(first.id, { who: user, input: { choose: 'y' } })
    for (let hour = 0; hour < 7; hour += 1) {
      world.clock.advance(60 * minute)
      await settle()
    }
    expect(hook.heard).toEqual([])
    world.clock.advance(60 * minute)
    await world.event('notification.sent')
    await settle()
    expect(hook.heard.map(({ body }) => body['ask'])).toEqual([second.id])
  })

  test('[DMN17] [NTF4] [NTF5] when the clock is set, quiet hours are those it shows; a page that is looked at stays so', async () => {
    world.clock.advance(at(23) - world.clock.now())
    useHook(night)
    world.permission()
    await world.event('notification.held')
    world.clock.setDate(at(12) - world.clock.now())
    expect(hook.heard).toEqual([])
    world.clock.advance(minute)
    await world.event('notification.sent')
    const { presence } = world.notifications
    presence.report('page', true)
    world.clock.setDate(24 * 60 * minute)
    expect(presence.isPresent()).toBe(true)
    world.clock.setDate(-48 * 60 * minute)
    world.clock.advance(minute)
    expect(presence.isPresent()).toBe(false)
  })

  test('[NTF4] what is urgent comes through if it shall; the rest waits', async () => {
    world.clock.advance(at(23) - world.clock.now())
    useHook({ quietHours: { ...night.quietHours, urgentToo: false } })
    const urgent = world.permission()
    await world.event('notification.sent')
    world.raise()
    await world.event('notification.held')
    expect(hook.heard.map(({ body }) => body['ask'])).toEqual([urgent.id])
  })

  test('[NTF5] while somebody looks nothing is told; a silent page counts as closed', async () => {
    useHook()
    const { presence } = world.notifications
    expect(presence.report('page1', true)).toEqual({ present: true, forMs: 60_000 })
    presence.report('page2', true)
    expect(presence.report('page2', false)).toMatchObject({ present: true })
    world.permission()
    expect((await world.event('notification.held')).data).toMatchObject({ reason: 'presence' })
    expect(hook.heard).toEqual([])
    world.clock.advance(minute)
    expect(presence.isPresent()).toBe(false)
    world.clock.advance(4 * minute)
    await world.event('notification.sent')
    expect(reminders()).toEqual([1])
    for (let page = 0; page < 500; page += 1) presence.report(`p${page}`, true)
    for (let page = 400; page < 500; page += 1) presence.report(`p${page}`, false)
    expect(presence.isPresent()).toBe(false)
  })
})

describe('config', () => {
  test('[NTF11] ways are switched on, changed and off while Iris runs', async () => {
    world.permission()
    await settle()
    useHook()
    await world.event('notification.sent')
    const other = await listen()
    world.configure(['webhook'], { webhook: { url: other.url } })
    world.raise()
    await other.next()
    world.configure(['dashboard'])
    world.raise({ text: 'unheard' })
    await settle()
    expect([hook.heard.length, other.heard.length]).toEqual([1, 1])
    await other.close()
  })

  test('[NTF12] a trial says what went wrong', async () => {
    expect(await world.notifications.test()).toEqual([])
    useHook()
    expect(await world.notifications.test()).toEqual([{ method: 'webhook', ok: true, error: null }])
    expect(await world.notifications.test('ntfy')).toEqual([
      { method: 'ntfy', ok: false, error: expect.stringContaining('notifications.ntfy') },
    ])
  })
})
