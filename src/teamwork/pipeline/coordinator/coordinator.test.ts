import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '../../../contract/index.ts'
import { coordinatorNotifies } from './notifies.ts'
import { downAlert, minute, openCoordinatorWorld, stuck, type CoordinatorWorld } from './world.suite.ts'

let world: CoordinatorWorld
beforeEach(async () => void (world = await openCoordinatorWorld()))
afterEach(() => world.end())

const stuckNow = (minutes: number) => stuck(world.clock.now() - minutes * minute)

test('[CRD1] [CRD3] a task that is stuck is watched, then a person is asked, then its agent is interrupted; nothing is asked twice', async () => {
  const alert = stuckNow(11)
  await world.found(alert)
  expect(world.actions()).toEqual(['WATCH'])
  expect(world.concerns()).toMatchObject([{ about: 'shop-1', againInMs: 5 * minute }])
  await world.pass(5)
  expect(world.asks()).toEqual([])
  await world.pass(5)
  expect(world.actions()).toEqual(['WATCH', 'ESCALATE'])
  expect(world.asks()).toMatchObject([
    { source: 'pm', kind: 'decision', type: 'blocking', team: 'shop', session: null },
  ])
  await world.pass(5)
  expect(world.asks()).toHaveLength(1)
  const { turn } = world
  await world.pass(5)
  expect(world.actions().at(-1)).toBe('INTERRUPT')
  expect(world.cancelled).toEqual([turn])
  expect(world.asks()).toEqual([])
  expect(world.events('coordinator.acted')).toHaveLength(1)
  expect(world.ruled('coordinate').map(({ outcome }) => outcome)).toMatchObject([
    { action: 'WATCH' },
    { action: 'ESCALATE' },
    { action: 'WATCH', why: 'A person is asked.' },
    { action: 'INTERRUPT' },
  ])
  await world.found()
  expect(world.concerns()).toMatchObject([{ endedAt: expect.any(Number), againInMs: null }])
})

test('[CRD3] who waits is asked again after half an hour, and a third interruption is left to a person', async () => {
  await world.found(stuckNow(25))
  await world.answer('Wait')
  await world.pass(29)
  expect(world.actions()).toEqual(['ESCALATE', 'WATCH'])
  await world.pass(2)
  expect(world.actions().slice(2)).toEqual(['INTERRUPT'])
  world.turn = newId('trn')
  await world.pass(5)
  world.turn = newId('trn')
  await world.pass(5)
  await world.pass(5)
  expect(world.cancelled).toHaveLength(2)
  expect(world.asks()).toHaveLength(1)
})

test('[CRD4] what a person says of a stuck task is done by the build, once', async () => {
  await world.found(stuckNow(25))
  await world.answer('Skip this task')
  expect(world.told).toEqual([{ build: 'shop-b1', task: 'shop-1' }])
  await world.restart()
  expect(world.told).toHaveLength(1)
})

test('[CRD5] a loop is asked about at once and interrupted when nobody answers', async () => {
  await world.found(stuck(world.clock.now(), { kind: 'loop' }))
  expect(world.actions()).toEqual(['ESCALATE'])
  await world.pass(10)
  expect(world.cancelled).toEqual([])
  await world.pass(5)
  expect(world.cancelled).toHaveLength(1)
})

test('[CRD2] somebody who acknowledges an alert has it in hand: it is only watched, and nobody is asked', async () => {
  await world.found(stuckNow(25))
  const [alert] = world.alerts.list({ state: 'open', limit: 1 })
  world.alerts.acknowledge(alert!.alert, 'user')
  await world.coordinator.settled()
  await world.pass(60)
  expect(world.asks()).toEqual([])
  expect(world.cancelled).toEqual([])
  expect(world.actions()).toEqual(['ESCALATE', 'WATCH'])
})

test('[CRD6] a part that is down is started again three times with pauses, then a person is asked, who may have it tried again', async () => {
  world.down.add('builds')
  await world.found(downAlert('builds'))
  expect(world.restarted).toEqual(['builds'])
  await world.pass(1)
  await world.pass(4)
  await world.pass(5)
  expect(world.restarted).toHaveLength(3)
  expect(world.asks()).toMatchObject([{ text: expect.stringContaining('builds is down') }])
  await world.pass(60)
  expect(world.restarted).toHaveLength(3)
  await world.answer('Start it again')
  expect(world.restarted).toHaveLength(4)
  world.down.clear()
  await world.pass(1)
  expect(world.asks()).toEqual([])
  expect(world.concerns()).toMatchObject([{ endedAt: expect.any(Number) }])
})

test('[CRD6] what cannot be started again is asked about at once', async () => {
  world.down.add('event log')
  await world.found(downAlert('event log'))
  expect(world.restarted).toEqual([])
  expect(world.asks()).toHaveLength(1)
})

test('[CRD7] the account and budgets are only watched', async () => {
  const none = { team: null, build: null, session: null }
  await world.found(
    stuck(0, { ...none, kind: 'quota', subject: 'account' }),
    stuck(0, { ...none, kind: 'budget', subject: 'build shop-b1' }),
  )
  await world.pass(600)
  expect(world.actions()).toEqual(['WATCH', 'WATCH'])
})

test('[CRD11] a decision that nobody takes is told again with longer pauses, three times at most; one that the inbox reminds of is not', async () => {
  const ask = (type: 'educational' | 'blocking') =>
    world.inbox.raise({
      source: 'build',
      kind: 'decision',
      type,
      text: `${type}?`,
      team: 'shop',
      caller: 'shop-b1',
    }).ask
  ask('educational')
  ask('blocking')
  await world.coordinator.settled()
  expect(world.actions()).toEqual(['ESCALATE', 'ESCALATE'])
  for (const minutes of [30, 90, 360, 2000]) await world.pass(minutes)
  expect(world.events('coordinator.decided').map(({ data }) => data)).toMatchObject([
    { action: 'ESCALATE', times: 1 },
    { action: 'ESCALATE', times: 1 },
    { action: 'ESCALATE', times: 2 },
    { action: 'ESCALATE', times: 3 },
    { action: 'ESCALATE', times: 4 },
  ])
})

test('[CRD12] a kill between the decision and its effect loses nothing and does nothing twice', async () => {
  const first = world.turn
  // Killed in the middle of the effect: nobody learns that it was done.
  let isKilled = true
  world.cancel = () => (isKilled ? Promise.reject(new Error('killed')) : Promise.resolve())
  await world.found(stuckNow(31))
  expect(world.cancelled).toEqual([])
  isKilled = false
  await world.restart()
  expect(world.cancelled).toEqual([first])
  // What its agent is told after that is another turn.
  world.turn = newId('trn')
  await world.restart()
  expect(world.cancelled).toEqual([first])
  expect(world.events('coordinator.decided')).toHaveLength(1)
  expect(world.events('coordinator.acted')).toHaveLength(1)
  expect(world.ruled('coordinate')).toHaveLength(1)
})

test('[CRD12] an interruption that was done before the kill is not done to the next turn', async () => {
  world.cancel = async () => {
    // The turn ends, and the daemon is killed before that is noted.
    world.turn = newId('trn')
    throw new Error('killed')
  }
  await world.found(stuckNow(31))
  world.cancel = async () => undefined
  await world.restart()
  expect(world.cancelled).toEqual([])
  expect(world.events('coordinator.acted')).toMatchObject([{ data: { words: 'Its turn had ended.' } }])
})

test('[CRD12] its timers go on over a restart', async () => {
  await world.found(stuckNow(11))
  world.clock.advance(3 * minute)
  await world.restart()
  await world.pass(2)
  expect(world.actions()).toEqual(['WATCH'])
  await world.pass(5)
  expect(world.actions()).toEqual(['WATCH', 'ESCALATE'])
})

test('[CRD18] an interruption and a decision that still waits are news; what is only watched is not', async () => {
  world.inbox.raise({
    source: 'build',
    kind: 'decision',
    type: 'educational',
    text: 'Which?',
    team: 'shop',
    caller: 'shop-b1',
  })
  await world.found(stuckNow(31))
  await world.pass(30)
  const news = world
    .events('coordinator.decided')
    .flatMap((event) => coordinatorNotifies['coordinator.decided']?.(event as never) ?? [])
  expect(news).toMatchObject([
    { kind: 'alert', team: 'shop', title: 'Iris interrupted the agent of shop-1', link: '/builds/shop-b1' },
    {
      kind: 'alert',
      team: 'shop',
      title: 'A decision still waits for you',
      link: expect.stringContaining('/inbox?ask=ask_'),
    },
  ])
})
