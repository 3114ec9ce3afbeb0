import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { manualClock, type ManualClock } from '../clock/index.ts'
import { createLanes, type Lanes } from './lanes.ts'

let root: string
let clock: ManualClock
let lanes: Lanes
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'iris-lanes-'))
  execFileSync('mkfifo', [join(root, 'a'), join(root, 'b')])
  clock = manualClock()
  lanes = createLanes({ clock, maxSilent: 2 })
})
afterEach(() => rmSync(root, { recursive: true }))

/** A thread that the system holds until somebody writes, as with a file system that hangs. */
const hang = (name = 'a') => open(join(root, name), 'r').then((file) => file.close())
const release = async (name = 'a') => (await open(join(root, name), 'w')).close()
const look = () => stat(root)
const silent = expect.objectContaining({ code: 'TEAM_FOLDER_SILENT' })
const soon = () => new Promise((resolve) => setImmediate(resolve))

test('[PRJ5] who waits for a folder that hangs is told after 5 s, who comes then at once, and others are served', async () => {
  const first = lanes.ask('/hangs', () => hang())
  const second = lanes.ask('/hangs', look)
  await soon()
  expect(await lanes.ask('/works', look)).toBeDefined()
  expect(lanes.isOwed()).toBe(false)
  clock.advance(5000)
  await expect(first).rejects.toEqual(silent)
  await expect(second).rejects.toEqual(silent)
  await expect(lanes.ask('/hangs', look)).rejects.toEqual(silent)
  expect(await lanes.ask('/works', look)).toBeDefined()
  expect(lanes.isOwed()).toBe(true)
  await release()
  await expect.poll(() => lanes.isOwed()).toBe(false)
  expect(await lanes.ask('/hangs', look)).toBeDefined()
})

test('[PRJ5] one thing at a time is asked of a folder', async () => {
  let atOnce = 0
  let most = 0
  const work = async () => {
    atOnce += 1
    most = Math.max(most, atOnce)
    await look()
    atOnce -= 1
  }
  await Promise.all(Array.from({ length: 50 }, () => lanes.ask('/one', work)))
  expect(most).toBe(1)
})

test('[PRJ5] no more threads are lost than may be, and no more may wait than a bound', async () => {
  const hanging = ['a', 'b'].map((name) => lanes.ask(`/${name}`, () => hang(name)))
  await soon()
  clock.advance(5000)
  for (const one of hanging) await expect(one).rejects.toEqual(silent)
  await expect(lanes.ask('/c', look)).rejects.toEqual(silent)
  await release('a')
  await release('b')
  await expect.poll(() => lanes.isOwed()).toBe(false)
  const answers = await Promise.allSettled(Array.from({ length: 300 }, () => lanes.ask('/many', look)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(256)
})

test('[PRJ5] what fails in a folder fails for its asker only', async () => {
  await expect(lanes.ask('/one', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await lanes.ask('/one', look)).toBeDefined()
})

test('[PRJ7] a process leaves also while a file system owes an answer', () => {
  const script = `
    import { open } from 'node:fs/promises'
    import { createLanes } from '${import.meta.dirname}/lanes.ts'
    import { leave } from '${import.meta.dirname}/../process/index.ts'
    const clock = { now: () => 0, after: (_, call) => (setImmediate(call), () => undefined) }
    const lanes = createLanes({ clock, maxSilent: 1 })
    await lanes.ask('/x', () => open('${join(root, 'a')}', 'r')).catch(() => undefined)
    console.log('owed', lanes.isOwed())
    leave(0, lanes.isOwed())`
  const args = ['--import', 'tsx', '--input-type=module', '--eval', script]
  const { stdout, signal } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    timeout: 15_000,
    killSignal: 'SIGQUIT',
  })
  expect([stdout.trim(), signal]).toEqual(['owed true', 'SIGKILL'])
})
