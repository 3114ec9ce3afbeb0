import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { manualClock } from '../../../platform/clock/index.ts'
import { entryPoint, isAlive, runToEnd } from '../../../platform/process/index.ts'
import { readFrames, sendFrame } from './frames.ts'
import { connectPipe } from './index.ts'
import { servePipe } from './server.ts'
import { firstLine, openWorld, read, scripts, type World } from './world.suite.ts'

let world: World

beforeEach(async () => {
  world = await openWorld()
})

afterEach(() => world.close())

test('[PIP1] many starters reach one pipe, and a second start leaves quietly', async () => {
  const opened = await Promise.all([world.open(), world.open(), world.open()])
  expect(new Set(opened.map((pipe) => pipe.pid)).size).toBe(1)

  const { command, args } = entryPoint('core/transport/pipe/main')
  const options = { cwd: '/', env: world.env, timeoutMs: 15_000 }
  const second = await runToEnd({ command, args: [...args, world.home], ...options })
  expect(second).toMatchObject({ code: 0, stdout: '', stderr: '' })
})

test('[PIP1] [PIP4] after kill -9 of the pipe one successor ends what was left and tells it as lost', async () => {
  const first = await world.open()
  const agent = await world.spawn(first, 'a', `process.on('SIGTERM', () => {}); ${scripts.grandchild}`)
  const grandchild = world.owns(Number(await firstLine(first, 'a')))
  process.kill(first.pid, 'SIGKILL')
  await first.closed

  const [second, third] = await Promise.all([world.open(), world.open()])
  expect(second.pid).toBe(third.pid)
  expect([isAlive(agent), isAlive(grandchild)]).toEqual([false, false])
  const { lines, exit } = await read(second, { id: 'a' })
  expect(lines).toEqual([String(grandchild)])
  expect(exit).toMatchObject({ how: 'lost', code: null, signal: null })
})

test('[PIP4] a process that merely has the recorded pid is left alone', async () => {
  const first = await world.open()
  const agent = await world.spawn(first, 'a', scripts.deaf)
  await firstLine(first, 'a')
  process.kill(first.pid, 'SIGKILL')
  await first.closed
  const record = join(world.home, 'pipe', 'a.json')
  await writeFile(record, (await readFile(record, 'utf8')).replace('@', '@9').replace('a.', 'other.'))

  const second = await world.open()
  expect(await read(second, { id: 'a' })).toMatchObject({ lines: ['deaf'], exit: { how: 'lost' } })
  expect(isAlive(agent)).toBe(true)
})

test('[PIP2] a folder that was open to others is closed', async () => {
  await mkdir(join(world.home, 'pipe'), { mode: 0o755 })
  await world.open()
  expect((await stat(join(world.home, 'pipe'))).mode & 0o777).toBe(0o700)
})

test.each([
  ['dots, spaces and unicode', '.my home. v1.2/ünïcödé 日本 🚀'],
  ['a very long path', `${'deep/'.repeat(30)}${'日本'.repeat(20)}`],
])('[PIP2] a home with %s works', async (_, name) => {
  const home = join(world.home, name)
  await mkdir(home, { recursive: true })
  const pipe = await world.open(home)
  await world.spawn(pipe, 'a', scripts.echo)
  await pipe.write({ id: 'a', key: 'k', data: 'häh\n' })
  expect(await firstLine(pipe, 'a')).toBe('echo häh')

  const address = await readFile(join(home, 'pipe', 'socket'), 'utf8')
  expect(Buffer.byteLength(address)).toBeLessThanOrEqual(100)
  expect((await stat(address)).mode & 0o777).toBe(0o600)
  expect((await stat(dirname(address))).mode & 0o777).toBe(0o700)
  await pipe.shutdown()
  expect(existsSync(address)).toBe(false)
})

test('[PIP3] the pipe and its agents outlive whoever started them', async () => {
  const module = new URL('index.ts', import.meta.url).href
  const { command, args } = entryPoint('core/transport/pipe/index')
  const starter = `import(${JSON.stringify(module)}).then(async (m) => {
    const pipe = await m.connectPipe({ home: ${JSON.stringify(world.home)}, start: true, env: {} })
    await pipe.spawn({ id: 'a', command: process.execPath, args: ['-e', ${JSON.stringify(scripts.echo)}], cwd: '/', env: {} })
    await pipe.write({ id: 'a', key: '1', data: 'before\\n' })
    process.kill(process.pid, 'SIGKILL') })`
  const options = { cwd: '/', env: world.env, timeoutMs: 15_000 }
  const run = await runToEnd({ command, args: [...args.slice(0, -1), '-e', starter], ...options })
  expect(run).toMatchObject({ signal: 'SIGKILL', stderr: '' })

  const pipe = await connectPipe({ home: world.home, start: false, env: world.env })
  world.owns((await pipe.hello()).pid)
  await pipe.write({ id: 'a', key: '2', data: 'after\n' })
  const { lines, gapless } = await read(pipe, { id: 'a', last: 'echo after' })
  expect({ lines, gapless }).toEqual({ lines: ['echo before', 'echo after'], gapless: true })
  pipe.close()
})

test('[PIP5] a socket that disappears is made again', async () => {
  const clock = manualClock()
  const pipe = await servePipe({ home: world.home, clock })
  const address = await readFile(join(world.home, 'pipe', 'socket'), 'utf8')
  await rm(address)
  clock.advance(30_000)
  await expect.poll(() => existsSync(address)).toBe(true)
  const client = await connectPipe({ home: world.home, start: false, env: world.env })
  client.close()
  await pipe?.close()
})

test('[PIP5] a pipe that lost its claim or has nothing to do leaves; one with a connection stays', async () => {
  const clock = manualClock()
  const claimed = await servePipe({ home: world.home, clock })
  await rm(join(world.home, 'pipe', 'lock.1'))
  clock.advance(30_000)
  await claimed?.closed

  const idle = await servePipe({ home: world.home, clock })
  const client = await connectPipe({ home: world.home, start: false, env: world.env })
  clock.advance(3_600_000)
  await client.hello()
  client.close()
  await client.closed
  let hasLeft = false
  const left = idle?.closed.then(() => (hasLeft = true))
  // The server hears of the closed connection in its own time.
  await expect
    .poll(() => {
      clock.advance(630_000)
      return hasLeft
    })
    .toBe(true)
  await left
})

test('[PIP6] shutdown and SIGTERM end every agent, record the exits, and leave the home free', async () => {
  for (const leave of ['shutdown', 'SIGTERM'] as const) {
    const pipe = await world.open()
    const agent = await world.spawn(pipe, leave, scripts.grandchild)
    const grandchild = world.owns(Number(await firstLine(pipe, leave)))
    if (leave === 'shutdown') await pipe.shutdown()
    else process.kill(pipe.pid, leave)
    await pipe.closed
    await expect.poll(() => isAlive(pipe.pid)).toBe(false)
    expect([isAlive(agent), isAlive(grandchild)]).toEqual([false, false])
  }
  const next = await world.open()
  const agents = await next.list()
  expect(agents.map(({ id, exit }) => `${id} ${exit?.how} ${exit?.signal}`).toSorted()).toEqual([
    'SIGTERM exited SIGTERM',
    'shutdown exited SIGTERM',
  ])
})

test('[PIP30] an absent pipe that is not to be started, and one that cannot start, are told', async () => {
  const absent = connectPipe({ home: world.home, start: false, env: world.env })
  await expect(absent).rejects.toMatchObject({ code: 'PIPE_UNREACHABLE' })

  await mkdir(join(world.home, 'pipe', 'socket.draft'), { recursive: true })
  const broken = connectPipe({ home: world.home, start: true, env: world.env })
  await expect(broken).rejects.toMatchObject({
    code: 'PIPE_UNREACHABLE',
    message: expect.stringContaining('EISDIR'),
  })
})

test('[PIP30] a pipe of another version is told, and left alone', async () => {
  const folder = join(world.home, 'pipe')
  await mkdir(folder)
  const address = join(folder, 'other.sock')
  const other = createServer((socket) => {
    readFrames(socket, () => sendFrame(socket, { n: 1, ok: { version: 99, pid: 1, identity: '1@1' } }))
  })
  await new Promise<void>((resolve) => {
    other.listen(address, resolve)
  })
  await writeFile(join(folder, 'socket'), address)
  const met = connectPipe({ home: world.home, start: true, env: world.env })
  await expect(met).rejects.toMatchObject({ code: 'PIPE_INCOMPATIBLE' })
  other.close()
})
