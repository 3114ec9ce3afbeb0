import { afterEach, beforeEach, expect, test } from 'vitest'
import { isAlive } from '../../../platform/process/index.ts'
import { endLeftAgents, leftAgents } from './index.ts'
import { firstLine, openWorld, read, scripts, type World } from './world.suite.ts'

let world: World

beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const command = { command: process.execPath, cwd: '/', env: {} }

test('[PIP33] who runs is told from the records alone, by its label; who has ended is not', async () => {
  expect(leftAgents(world.home)).toEqual([])
  const pipe = await world.open()
  const { pid } = await pipe.spawn({ id: 'a', ...command, args: ['-e', scripts.stay], label: 'alpha' })
  world.owns(pid)
  const other = await world.spawn(pipe, 'b', scripts.stay)
  await world.spawn(pipe, 'c', '')
  expect((await read(pipe, { id: 'c' })).exit).toMatchObject({ code: 0 })
  const running = [
    { agent: 'a', team: 'alpha', pid },
    { agent: 'b', team: null, pid: other },
  ]
  expect(leftAgents(world.home)).toEqual(running)
  process.kill(pipe.pid, 'SIGKILL')
  await pipe.closed
  expect(leftAgents(world.home)).toEqual(running)
})

test('[PIP33] they are ended by the pipe, which goes too, and the next one knows that a person wanted it', async () => {
  const pipe = await world.open()
  const pid = await world.spawn(pipe, 'a', scripts.stay)
  expect(await endLeftAgents(world.home)).toEqual([])
  expect(isAlive(pid)).toBe(false)
  await expect.poll(() => isAlive(pipe.pid)).toBe(false)
  const { exit } = await read(await world.open(), { id: 'a' })
  expect(exit).toMatchObject({ how: 'exited', why: 'stopped' })
})

test('[PIP33] they are ended with all they started when the pipe was killed', async () => {
  const pipe = await world.open()
  const pid = await world.spawn(pipe, 'a', scripts.grandchild)
  const grandchild = world.owns(Number(await firstLine(pipe, 'a')))
  process.kill(pipe.pid, 'SIGKILL')
  await pipe.closed
  expect(await endLeftAgents(world.home)).toEqual([])
  expect([isAlive(pid), isAlive(grandchild)]).toEqual([false, false])
  const { exit } = await read(await world.open(), { id: 'a' })
  expect(exit).toMatchObject({ how: 'exited', why: 'stopped' })
})

test('[PIP33] they are ended although the pipe is suspended', async () => {
  const pipe = await world.open()
  const pid = await world.spawn(pipe, 'a', scripts.stay)
  process.kill(pipe.pid, 'SIGSTOP')
  expect(await endLeftAgents(world.home)).toEqual([])
  expect(isAlive(pid)).toBe(false)
})
