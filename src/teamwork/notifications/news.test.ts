import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listen, openNotificationWorld, type NotificationWorld } from './world.suite.ts'

type Listener = Awaited<ReturnType<typeof listen>>
let world: NotificationWorld
let hook: Listener
let status = 200
beforeEach(async () => {
  status = 200
  world = openNotificationWorld()
  hook = await listen(() => ({ status }))
})
afterEach(async () => {
  await world.end()
  await hook.close()
})

const minute = 60_000
const useHook = (settings: object = {}, teams: Record<string, object> = {}) =>
  world.configure(['webhook'], { webhook: { url: hook.url }, ...settings }, teams)
/** Lets everything that is ready happen; time stands still. */
const settle = async () => {
  for (let round = 0; round < 20; round += 1) await new Promise(setImmediate)
}
/** Lets so much time pass, a little at a time, as a clock does. */
const pass = async (ms: number) => {
  await settle()
  for (let left = ms; left > 0; left -= 1000) {
    world.clock.advance(Math.min(left, 1000))
    await settle()
  }
}
const titles = () => hook.heard.map(({ body }) => String(body['title']))

test('[NTF13] [NTF18] news is told once with what happened and the way out, also over a restart', async () => {
  useHook()
  await settle()
  const { seq, at } = world.crash('alpha')
  await pass(1000)
  await world.event('news.sent')
  expect(hook.heard.map(({ body }) => body)).toEqual([
    {
      title: 'alpha crashed',
      text: 'Tell it again.',
      urgency: 'normal',
      reminder: 0,
      options: [],
      url: 'http://127.0.0.1:1615/sessions/alpha',
      kind: 'crash',
      team: 'alpha',
      news: [
        {
          kind: 'crash',
          team: 'alpha',
          title: 'alpha crashed',
          text: 'Tell it again.',
          url: 'http://127.0.0.1:1615/sessions/alpha',
          events: [seq],
          at,
        },
      ],
    },
  ])
  await world.restart()
  await pass(2000)
  expect(titles()).toEqual(['alpha crashed'])
  expect(world.events('news.sent').map(({ data }) => data)).toEqual([
    { method: 'webhook', events: [seq], title: 'alpha crashed' },
  ])
})

test('[NTF13] what was not told when the daemon was killed is told by the next one', async () => {
  useHook()
  await settle()
  world.crash('alpha')
  await settle()
  await world.restart()
  await pass(1000)
  await world.event('news.sent')
  expect(titles()).toEqual(['alpha crashed'])
})

describe('bundles', () => {
  test('[NTF14] ten teams that crash at once are one notification', async () => {
    useHook()
    await settle()
    const teams = Array.from({ length: 12 }, (_, place) => `t${place}`)
    for (const team of teams) world.crash(team)
    await pass(1000)
    await world.event('news.sent')
    await pass(2000)
    expect(hook.heard).toHaveLength(1)
    expect(hook.heard[0]?.body).toMatchObject({
      title: '12 crashes: t0, t1, t2, t3 and 8 more',
      text: expect.stringMatching(/^t0 crashed: Tell it again\.\n[^]*\n… and 2 more$/),
      url: 'http://127.0.0.1:1615/',
      kind: 'crash',
      team: null,
    })
    expect(hook.heard[0]?.body['news']).toHaveLength(12)
  })

  test('[NTF14] the account limit and who met it are told as one', async () => {
    useHook()
    await settle()
    world.crash('account', { kind: 'limit', team: null, title: 'The account is at its limit' })
    world.crash('alpha', { kind: 'limit', title: 'alpha stopped at the limit' })
    await pass(1000)
    await world.event('news.sent')
    expect(hook.heard[0]?.body).toMatchObject({
      title: 'alpha stopped at the limit',
      text: expect.stringContaining('The account is at its limit'),
    })
    world.crash('account', { kind: 'limit', team: null, title: 'The account is at its limit' })
    world.crash('alpha', { kind: 'limit' })
    world.crash('beta', { kind: 'limit' })
    await pass(31_000)
    await world.event('news.sent', 1)
    expect(titles()[1]).toBe('2 stops at the limit: alpha, beta')
  })

  test('[NTF14] the end of a process and of its turn are one crash', async () => {
    useHook()
    await settle()
    world.crash('alpha', { title: 'first' })
    world.crash('alpha', { title: 'second' })
    await pass(1000)
    await world.event('news.sent')
    await pass(2000)
    expect(titles()).toEqual(['second'])
  })

  test('[NTF14] more of a kind that was just told is gathered for half a minute; another kind is not kept by it', async () => {
    useHook()
    await settle()
    world.crash('alpha')
    await pass(1000)
    await world.event('news.sent')
    world.crash('beta')
    await pass(5000)
    world.crash('gamma')
    await pass(5000)
    expect(titles()).toEqual(['alpha crashed'])
    world.crash('delta', { kind: 'run', title: 'The run of delta failed' })
    await pass(1000)
    await world.event('news.sent', 1)
    expect(titles()[1]).toBe('2 crashes, 1 run ended: beta, gamma, delta')
    world.crash('beta')
    await pass(29_000)
    expect(hook.heard).toHaveLength(2)
    await pass(2000)
    await world.event('news.sent', 2)
    expect(titles()[2]).toBe('beta crashed')
    await pass(minute)
    world.crash('beta')
    await pass(1000)
    await world.event('news.sent', 3)
  })
})

describe('what is not told', () => {
  test('[NTF15] a kind is switched off for everybody or for one team, while Iris runs', async () => {
    const on = { ask: true, crash: true, failure: true, limit: true, budget: true, run: true, answer: true }
    useHook({ kinds: { ...on, crash: false } }, { loud: { tellsOf: on } })
    await settle()
    world.crash('alpha')
    world.crash('loud')
    world.permission()
    await pass(1000)
    await world.event('news.sent')
    useHook({}, { alpha: { tellsOf: { ...on, ask: false } } })
    world.permission()
    world.crash('alpha')
    await pass(31_000)
    await world.event('news.sent', 1)
    expect(titles().toSorted()).toEqual(['alpha asks for permission', 'alpha crashed', 'loud crashed'])
  })

  test('[NTF15] news that is over by now is not told', async () => {
    useHook()
    await settle()
    world.crash('alpha')
    world.crash('beta')
    await settle()
    world.mend('alpha')
    await pass(1000)
    await world.event('news.sent')
    expect(titles()).toEqual(['beta crashed'])
  })

  test('[NTF16] a way that is switched on tells what comes from then on, and nothing of the time it was off', async () => {
    world.crash('before')
    useHook()
    await settle()
    world.configure([])
    await settle()
    world.crash('meanwhile')
    useHook()
    await settle()
    world.crash('after')
    await pass(1000)
    await world.event('news.sent')
    expect(titles()).toEqual(['after crashed'])
  })

  test('[NTF17] who looks at a page or a monitor is not told, then or later', async () => {
    useHook()
    await settle()
    world.notifications.presence.report('page', true)
    world.crash('alpha')
    world.crash('beta')
    await pass(1000)
    expect((await world.event('news.held')).data).toMatchObject({
      reason: 'presence',
      title: '2 crashes: alpha, beta',
    })
    await pass(2 * minute)
    expect([hook.heard.length, world.events('news.held').length]).toEqual([0, 1])
  })
})

describe('when it does not work', () => {
  test('[NTF3] [NTF17] a failure is tried again after 1, 5 and 30 s; what is given up is in the log, and not tried again', async () => {
    status = 503
    useHook()
    await settle()
    const events = [world.crash('alpha').seq, world.crash('beta').seq]
    await pass(1000)
    for (const [tries, delay] of [1000, 5000, 30_000].entries()) {
      await hook.next(tries)
      await expect.poll(() => (world.clock.advance(delay), hook.heard.length)).toBeGreaterThan(tries + 1)
    }
    expect((await world.event('news.failed')).data).toMatchObject({ method: 'webhook', tries: 4, events })
    status = 200
    await pass(5000)
    expect(hook.heard).toHaveLength(4)
  })
})

describe('quiet hours', () => {
  const at = (hours: number) => new Date(2030, 0, 5, hours).getTime()

  test('[NTF4] [NTF17] in quiet hours nothing is told; at their end all news is one notification', async () => {
    world.clock.advance(at(23) - world.clock.now())
    useHook({ quietHours: { from: '22:00', to: '07:00', urgentToo: true } })
    await settle()
    world.crash('alpha')
    await world.event('news.held')
    world.clock.advance(4 * 60 * minute)
    await settle()
    world.crash('beta')
    world.crash('gamma')
    world.mend('gamma')
    for (let hour = 0; hour < 4; hour += 1) {
      world.clock.advance(60 * minute)
      await settle()
    }
    expect(hook.heard).toEqual([])
    await pass(2000)
    await world.event('news.sent')
    expect(titles()).toEqual(['2 crashes: alpha, beta'])
    expect(world.events('news.held')).toHaveLength(1)
  })

  test('[NTF4] an urgent ask that comes through is not kept by one that waits', async () => {
    world.clock.advance(at(23) - world.clock.now())
    useHook({ quietHours: { from: '22:00', to: '07:00', urgentToo: false } })
    world.raise()
    await world.event('notification.held')
    const urgent = world.permission()
    await world.event('notification.sent')
    expect(hook.heard.map(({ body }) => body['ask'])).toEqual([urgent.id])
  })
})

describe('a page in the background', () => {
  test('[NTF19] reads one notification for each ask and one for all other news, from where it says', async () => {
    world.crash('before')
    const { upTo, notifications, types } = world.notifications.read()
    expect([notifications, upTo]).toEqual([[], world.log.head()])
    const asks = ['ask.escalated', 'ask.opened', 'ask.reminded', 'ask.weighed']
    expect(types.toSorted()).toEqual(['agent.exited', ...asks])
    const ask = world.permission()
    const events = [world.crash('alpha').seq, world.crash('beta').seq]
    const read = world.notifications.read(upTo)
    expect(read.notifications).toMatchObject([
      { title: 'alpha asks for permission', link: `/inbox?ask=${ask.id}`, urgency: 'high' },
      { title: '2 crashes: alpha, beta', link: '/', events },
    ])
    expect(world.notifications.read(read.upTo).notifications).toEqual([])
    world.notifications.presence.report('page', true)
    expect(world.notifications.read(upTo)).toMatchObject({ notifications: [], upTo: world.log.head() })
  })

  test('[NTF19] in quiet hours it is told when they end, and what comes through', () => {
    world.clock.advance(new Date(2030, 0, 5, 23).getTime() - world.clock.now())
    useHook({ quietHours: { from: '22:00', to: '07:00', urgentToo: false } })
    const { upTo } = world.notifications.read()
    world.permission()
    world.crash('alpha')
    const read = world.notifications.read(upTo)
    expect(read.notifications.map(({ title }) => title)).toEqual(['alpha asks for permission'])
    expect(read.quietMs).toBe(8 * 60 * minute)
  })
})
