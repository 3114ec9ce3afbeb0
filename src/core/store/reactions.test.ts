import { afterEach, beforeEach, expect, expectTypeOf, test } from 'vitest'
import type { Event, EventData } from '../../contract/index.ts'
import { lines, openLogWorld, printed, stopped, type LogWorld } from './log.suite.ts'

let world: LogWorld
beforeEach(() => {
  world = openLogWorld()
  world.sql.exec('CREATE TABLE thing (name TEXT) STRICT')
})
afterEach(() => world.end())

const addThing = (name: string) => world.sql.prepare('INSERT INTO thing VALUES (?)').run(name)
const things = () => world.sql.prepare<{ name: string }>('SELECT name FROM thing').all()
const types = () => world.log.read({}).events.map(({ type }) => type)
const reasonOf = ({ data }: Event<'daemon.stopped'>) => data.reason

test('[LOG28] a reaction runs in the transaction, after the work and before anybody hears', async () => {
  const heard: number[] = []
  const tail = world.log.events$().subscribe(({ seq }) => heard.push(seq))
  world.log.react(['daemon.stopped'], (event, append) => {
    expectTypeOf(event.data).toEqualTypeOf<EventData<'daemon.stopped'>>()
    expect([world.log.head(), heard, things()]).toEqual([0, [], [{ name: 'of the work' }]])
    addThing(reasonOf(event))
    append(printed('so it is'))
  })
  const seq = world.log.write((append) => {
    const { seq } = append(stopped('enough'))
    addThing('of the work')
    return seq
  })
  expect(seq).toBe(1)
  expect(types()).toEqual(['daemon.stopped', 'agent.printed'])
  expect(things()).toEqual([{ name: 'of the work' }, { name: 'enough' }])
  await new Promise(setImmediate)
  expect(heard).toEqual([1, 2])
  tail.unsubscribe()
})

test('[LOG28] a reaction that throws undoes the work it reacts to, and all that followed from it', async () => {
  world.log.react(['agent.printed'], (_, append) => void append(stopped('followed')))
  world.log.react(['daemon.stopped'], () => {
    throw new Error('no')
  })
  const attempt = () =>
    world.log.write((append) => {
      addThing('half')
      append(printed('half'))
    })
  expect(attempt).toThrow('no')
  expect([world.log.head(), things()]).toEqual([0, []])
  await world.reopen()
  world.log.write((append) => append(printed('whole')))
  expect(lines(world.log.read({}).events)).toEqual(['whole'])
})

test('[LOG28] of what is written together only the work whose reaction throws is undone', async () => {
  world.log.react(['daemon.stopped'], (event) => {
    if (reasonOf(event) === 'bad') throw new Error('bad one')
  })
  const together = await Promise.allSettled([
    world.log.enqueue(stopped('first')),
    world.log.enqueue(stopped('bad')),
    world.log.writeBatched((append) => append(stopped('second'))),
    world.log.writeBatched((append) => append(stopped('bad'))),
  ])
  expect(together.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
  world.log.write((append) => {
    append(stopped('third'))
    expect(() => world.log.write((inner) => inner(stopped('bad')))).toThrow('bad one')
  })
  const kept = world.log.read({ types: ['daemon.stopped'] }).events.map(({ data }) => data)
  expect(kept).toEqual([{ reason: 'first' }, { reason: 'second' }, { reason: 'third' }])
})

test('[LOG29] reactions run in the order they were added, event by event, then those to what they appended', () => {
  const ran: string[] = []
  world.log.react(['agent.printed', 'daemon.stopped'], ({ type, seq }) => void ran.push(`a ${type} ${seq}`))
  world.log.react(['daemon.stopped'], (event, append) => {
    ran.push(`b ${reasonOf(event)}`)
    append(printed(`after ${reasonOf(event)}`))
  })
  world.log.react(['daemon.stopped'], (event) => void ran.push(`c ${reasonOf(event)}`))
  world.log.write((append) => [append(stopped('one')), append(stopped('two'))])
  expect(ran).toEqual([
    'a daemon.stopped 1',
    'b one',
    'c one',
    'a daemon.stopped 2',
    'b two',
    'c two',
    'a agent.printed 3',
    'a agent.printed 4',
  ])
})

test('[LOG29] what a reaction writes joins the transaction and is reacted to once', () => {
  const ran: number[] = []
  world.log.react(['daemon.stopped'], () => void world.log.write((append) => append(printed('written'))))
  world.log.react(['agent.printed'], ({ seq }) => void ran.push(seq))
  world.log.write((append) => append(stopped('one')))
  world.log.write(() => world.log.write((append) => append(printed('inside'))))
  expect(ran).toEqual([2, 3])
})

/** Each reason is a number; the next follows until `last`. */
const countTo = (last: number) =>
  world.log.react(['daemon.stopped'], (event, append) => {
    const next = Number(reasonOf(event)) + 1
    append(next < last ? stopped(String(next)) : printed('the end'))
  })

test('[LOG30] a chain of reactions without an end is refused, and nothing of it is stored', () => {
  const end = countTo(17)
  const attempt = () => world.log.write((append) => append(stopped('0')))
  expect(attempt).toThrow(expect.objectContaining({ code: 'REACTIONS_ENDLESS' }))
  expect(attempt).toThrow(/daemon\.stopped is the consequence of 16 others/)
  expect(world.log.head()).toBe(0)
  end()
  const endNested = world.log.react(['daemon.stopped'], () => world.log.write(writeAgain))
  expect(attempt).toThrow(expect.objectContaining({ code: 'REACTIONS_ENDLESS' }))
  expect(world.log.head()).toBe(0)
  endNested()
  attempt()
  expect(world.log.head()).toBe(1)
})
const writeAgain = (append: Parameters<Parameters<LogWorld['log']['write']>[0]>[0]) =>
  void append(stopped('again'))

test('[LOG31] an event nobody reacts to may stand at the end of the longest chain', () => {
  countTo(16)
  world.log.write((append) => append(stopped('0')))
  expect(types().slice(-2)).toEqual(['daemon.stopped', 'agent.printed'])
  expect(world.log.head()).toBe(17)
})

test('[LOG31] a reaction that was ended hears nothing more, and another with the same function does', () => {
  const ran: string[] = []
  const hear = (event: Event<'daemon.stopped'>) => void ran.push(reasonOf(event))
  const end = world.log.react(['daemon.stopped', 'daemon.stopped'], hear)
  world.log.react(['daemon.stopped'], hear)
  world.log.write((append) => append(stopped('both')))
  end()
  end()
  world.log.write((append) => append(stopped('one')))
  expect(ran).toEqual(['both', 'both', 'one'])
})
