import { afterEach, beforeEach, expect, test } from 'vitest'
import type { News } from '../../contract/index.ts'
import type { EventLog } from '../store/index.ts'
import { openLogWorld, stopped, type LogWorld } from '../store/log.suite.ts'
import { feature } from './feature.ts'
import { inOrder } from './in-order.ts'

let world: LogWorld
let told: string[]
beforeEach(() => {
  world = openLogWorld()
  told = []
})
afterEach(() => world.end())

const say = (word: string): void => void told.push(word)
const usage = { readUsage: () => ({ usage: [] }) }

const counting = feature({
  name: 'counting',
  migrations: { owner: 'counting', steps: ['CREATE TABLE counted (n INTEGER) STRICT'] },
  create: ({ log }: { log: EventLog }) => ({ counted: log.head() }),
  operations: () => usage,
  reacts: {
    'daemon.stopped': (service, { data }, append) => {
      service.counted += 1
      if (data.reason !== 'again') append(stopped('again'))
    },
  },
  notifies: (service) => ({ 'daemon.stopped': () => newsOf(`${service.counted} counted`) }),
  close: () => say('counting closed'),
})

const showing = feature({
  name: 'showing',
  create: ({ counting: { counted } }: { counting: { counted: number } }) => `${counted} at first`,
  operations: (shown, { word }: { word: string }) => ({
    getHealth: () => ({ ok: true as const, version: `${word}: ${shown}` }),
  }),
  close: () => say('showing closed'),
})

test('[ARC10] features are made in their order, each from those before it, and answer their calls', () => {
  const features = inOrder<{ log: EventLog; word: string }>().and(counting).and(showing)
  expect(features.migrations.map(({ owner }) => owner)).toEqual(['counting'])
  const { services, operations } = features.open({ ...world, word: 'seen' }, () => undefined)
  expect(services).toMatchObject({ word: 'seen', counting: { counted: 0 }, showing: '0 at first' })
  expect(operations.getHealth()).toEqual({ ok: true, version: 'seen: 0 at first' })
  expect(operations.readUsage()).toEqual({ usage: [] })
})

test('[ARC10] a feature reacts within the transaction, and says what is news', () => {
  const { services, notifies } = inOrder<{ log: EventLog }>()
    .and(counting)
    .open(world, () => undefined)
  world.log.write((append) => append(stopped('enough')))
  expect(services.counting.counted).toBe(2)
  const { events } = world.log.read({})
  expect(events.map(({ seq, data }) => [seq, data])).toEqual([
    [1, { reason: 'enough' }],
    [2, { reason: 'again' }],
  ])
  const [event] = events
  expect(event?.type === 'daemon.stopped' && notifies[0]?.['daemon.stopped']?.(event)).toMatchObject({
    title: '2 counted',
  })
})

test('[ARC10] features are closed in the reverse of their order, also when the next cannot be made', async () => {
  const broken = feature({
    name: 'broken',
    create: (): never => {
      throw new Error('cannot be made')
    },
    operations: () => ({}),
  })
  const stops: (() => Promise<void> | void)[] = []
  const features = inOrder<{ log: EventLog; word: string }>().and(counting).and(showing).and(broken)
  expect(() => features.open({ ...world, word: '' }, (stop) => stops.push(stop))).toThrow('cannot be made')
  for (const stop of stops.toReversed()) await stop()
  expect(told).toEqual(['showing closed', 'counting closed'])
})

test('[ARC10] a feature that needs what is not there before it does not compile', () => {
  const none = inOrder<{ log: EventLog; word: string }>()
  // @ts-expect-error counting comes later
  const early = () => none.and(showing)
  // @ts-expect-error there is no such event
  const deaf: Parameters<typeof feature>[0]['reacts'] = { 'no.event': say }
  // @ts-expect-error there is no such call
  const odd = () => feature({ name: 'a', create: () => 1, operations: () => ({ noCall: say }) })
  expect([early, deaf, odd]).toHaveLength(3)
})

function newsOf(title: string): News {
  return { kind: 'crash', team: null, title, text: '', link: '/', urgency: 'low', subject: title }
}
