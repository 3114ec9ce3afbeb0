import { existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { UxBarrier, UxJourney } from '../../../contract/index.ts'
import { partsOf, scoreOf } from './score.ts'
import { openUxWorld, type UxWorld } from './world.suite.ts'

let world: UxWorld
afterEach(() => world?.end())

const journey = (more: Partial<UxJourney> = {}): UxJourney => ({
  journey: 'Buy',
  persona: 'First-time user',
  isDone: true,
  words: null,
  expectedMs: 1000,
  actualMs: 500,
  friction: [],
  pictures: ['1.png'],
  ...more,
})
const barrier = (impact: UxBarrier['impact']): UxBarrier => ({
  rule: 'label',
  impact,
  level: 'A',
  words: 'Form elements must have labels',
  advice: 'Give it a label.',
  element: '<input>',
  page: '/',
})
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
)
const file = `url: http://127.0.0.1:4173
journeys:
  - { name: Buy, expected: 1, steps: [{ open: / }, { click: Buy }, { expect: Thanks, within: 2 }] }
`

test('[UXR4] the score is half for journeys that end, a fifth for those in time, and the rest for pages without barriers', () => {
  expect(scoreOf([journey()], [])).toBe(100)
  expect(scoreOf([journey(), journey({ isDone: false })], [])).toBe(65)
  expect(scoreOf([journey({ actualMs: 1001 })], [])).toBe(80)
  expect(scoreOf([journey()], [barrier('critical')])).toBe(85)
  expect(scoreOf([journey()], [barrier('serious'), barrier('moderate'), barrier('minor')])).toBe(88)
  expect(scoreOf([journey()], [barrier('critical'), barrier('critical'), barrier('critical')])).toBe(70)
  expect(scoreOf([], [])).toBe(null)
  expect(partsOf([journey(), journey({ isDone: false })], [barrier('serious')])).toEqual([
    { part: 'done', points: 25, most: 50 },
    { part: 'in_time', points: 10, most: 20 },
    { part: 'open', points: 22.5, most: 30 },
  ])
})

test('[UXR1] [UXR5] the file of a project says what is gone through; mistakes have lines, other machines and commands are refused', async () => {
  world = await openUxWorld()
  expect(await world.run()).toMatchObject({
    state: 'failed',
    words: expect.stringContaining('cannot be read'),
  })
  world.write({ '.iris/ux.yaml': `${file}serve: rm -rf /\n` })
  expect((await world.run()).words).toContain('.iris/ux.yaml has mistakes')
  world.write({ '.iris/ux.yaml': file.replace('127.0.0.1', 'example.org') })
  expect((await world.run()).words).toContain('example.org is not this machine')
  world.write({ '.iris/ux.yaml': file })
  expect(await world.run()).toMatchObject({ state: 'done', score: 100, journeys: [{ journey: 'Buy' }] })
  expect(await world.run({ team: 'shop', persona: 'Nobody' })).toMatchObject({
    state: 'failed',
    words: 'There is no persona Nobody.',
  })
})

test('[UXR7] [UXR8] what is slow, what keeps people out and what was found is asked or told, once, and an answer makes a task', async () => {
  world = await openUxWorld()
  world.write({ '.iris/ux.yaml': file })
  world.finds({
    journeys: [journey({ actualMs: 2001, friction: ['click “Buy” took 1900 ms.'] })],
    barriers: [barrier('serious'), barrier('minor')],
  })
  const found = await world.run()
  expect(found).toMatchObject({ state: 'done', score: 71 })
  const asks = world.asks()
  expect(new Set(asks.map(({ type, state }) => `${type} ${state}`))).toEqual(
    new Set(['blocking open', 'celebratory dismissed', 'educational open']),
  )
  const blocking = asks.find(({ type }) => type === 'blocking')
  expect(blocking).toMatchObject({ source: 'ux', default: 'Fix it now' })
  await world.answer(blocking, 'Fix it now')
  const slow = asks.find(({ type }) => type === 'educational')
  expect(slow?.text).toContain('click “Buy” took 1900 ms.')
  await world.answer(slow, 'It is good enough')
  await world.restart()
  const { tasks } = await world.services.tasks.list({ team: 'shop', limit: 10 })
  expect(tasks).toMatchObject([{ title: 'Fix: Form elements must have labels (label)', priority: 1 }])
  expect(world.asks()).toHaveLength(3)
})

test('[UXR8] [UXR9] after a build nothing is tested unless the config says so; where it asks, the answer is the persona', async () => {
  world = await openUxWorld()
  world.write({ '.iris/ux.yaml': file })
  await world.endBuild()
  expect(world.services.ux.list({ limit: 9 }).tests).toEqual([])
  world.texts.config = 'pipeline: { ux: { persona: ask } }'
  await world.endBuild()
  const [first] = world.services.ux.list({ limit: 9 }).tests
  expect(first).toMatchObject({ state: 'asked' })
  const [asked, ...more] = world.asks()
  expect(more).toEqual([])
  expect(asked).toMatchObject({ type: 'clarifying', default: 'First-time user' })
  await world.answer(asked, 'Mobile user')
  expect(world.services.ux.list({ limit: 9 }).tests).toMatchObject([
    { state: 'done', persona: 'Mobile user' },
  ])
  expect(world.plan().personas).toMatchObject([{ name: 'Mobile user', width: 390, touch: true }])
})

test('[UXR7] a test that was under way when the daemon ended is interrupted and told', async () => {
  world = await openUxWorld()
  world.write({ '.iris/ux.yaml': file })
  world.hangs()
  const { ux } = world.services.ux.start({ team: 'shop' }, 'user')
  await expect.poll(() => world.services.ux.get(ux).state).toBe('running')
  await world.restart()
  expect(world.services.ux.get(ux)).toMatchObject({ state: 'interrupted', score: null })
  await expect(world.services.ux.cancel(ux, 'user')).rejects.toMatchObject({ code: 'UX_NOT_POSSIBLE' })
})

test('[UXR11] each journey is there to be seen while the next ones run, and stays when the test is ended', async () => {
  world = await openUxWorld()
  world.write({ '.iris/ux.yaml': file })
  world.hangs()
  const { ux } = world.services.ux.start({ team: 'shop' }, 'user')
  await expect.poll(() => world.services.ux.get(ux).journeys.length).toBe(1)
  expect(world.services.ux.get(ux)).toMatchObject({ state: 'running', score: null, parts: [] })
  expect(world.events(['ux.walked'])).toMatchObject([{ data: { ux, of: 'shop', journeys: 1, barriers: 0 } }])
  await world.services.ux.cancel(ux, 'user')
  expect(world.services.ux.get(ux)).toMatchObject({
    state: 'cancelled',
    score: null,
    journeys: [{ journey: 'Buy' }],
  })
  expect(world.asks()).toEqual([])
})

test('[UXR12] only pictures that a test made are given: no other name, no link, nothing else under such a name', async () => {
  world = await openUxWorld()
  world.write({ '.iris/ux.yaml': file, 'secret.png': 'secret' })
  const pictures = ['1.png', '2.png', '3.png', '4.png']
  world.finds({ journeys: [journey({ pictures })], barriers: [] })
  const { ux } = await world.run()
  const at = (name: string) => join(world.folderOf(ux), name)
  for (const name of ['1.png', '5.png']) writeFileSync(at(name), png)
  writeFileSync(at('2.png'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  symlinkSync(at('1.png'), at('3.png'))
  const read = (picture: string) => world.services.ux.picture({ ux, picture })
  expect(await read('1.png')).toEqual({ type: 'image/png', base64: png.toString('base64') })
  for (const name of ['2.png', '3.png', '4.png', '5.png', '../../shop/secret.png'])
    await expect(read(name)).rejects.toMatchObject({ code: 'UX_UNKNOWN' })
})

test('[UXR12] of each project the pictures of the newest twenty tests are kept; the rows of the others say they are gone', async () => {
  world = await openUxWorld()
  world.write({ '.iris/ux.yaml': file })
  const other = await world.run({ team: 'cafe' })
  const ran: string[] = []
  for (let n = 0; n < 22; n += 1) ran.push((await world.run()).ux)
  const { tests } = world.services.ux.list({ team: 'shop', limit: 50 })
  const kept = tests.filter(({ hasPictures }) => hasPictures).map(({ ux }) => ux)
  expect(kept.toReversed()).toEqual(ran.slice(2))
  expect(ran.filter((ux) => existsSync(world.folderOf(ux)))).toEqual(ran.slice(2))
  expect(world.services.ux.get(other.ux).hasPictures).toBe(true)
  expect(world.events(['ux.pruned'])).toMatchObject(ran.slice(0, 2).map((ux) => ({ data: { ux } })))
  const [first] = tests.slice(-1)
  expect(first).toMatchObject({ score: 100, journeys: [{ journey: 'Buy', actualMs: 500 }] })
  await expect(world.services.ux.picture({ ux: first!.ux, picture: '1.png' })).rejects.toThrow(
    'no longer kept',
  )
})
