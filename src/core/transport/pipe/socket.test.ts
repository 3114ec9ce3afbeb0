import { readdir, readFile, rm, stat, symlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, read, type OpenPipe, type World } from './world.suite.ts'

let world: World
let pipe: OpenPipe

beforeAll(async () => {
  world = await openWorld()
  pipe = await world.open()
})

afterAll(() => world.close())

test('[PIP2] the socket and the files are for the user alone', async () => {
  await world.spawn(pipe, 'a', `console.log(1); console.error(2)`)
  await read(pipe, { id: 'a' })
  const folder = join(world.home, 'pipe')
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  for (const name of await readdir(folder)) {
    expect([name, (await stat(join(folder, name))).mode & 0o777]).toEqual([name, 0o600])
  }
})

test('[PIP2] two names of one home share one pipe', async () => {
  const other = `${world.home}-link`
  await symlink(world.home, other)
  try {
    expect((await world.open(other)).pid).toBe(pipe.pid)
  } finally {
    await rm(other)
  }
})

test('[PIP32] garbage and oversized frames end that connection and nothing else', async () => {
  const agents = await pipe.list()
  const address = await readFile(join(world.home, 'pipe', 'socket'), 'utf8')
  const huge = Buffer.alloc(8, 0xff)
  const garbage = Buffer.concat([Buffer.from([0, 0, 0, 4, 0, 0, 0, 0]), Buffer.from('nope')])
  const unknown = Buffer.concat([Buffer.from([0, 0, 0, 12, 0, 0, 0, 0]), Buffer.from('{"op":"wat"}')])
  for (const bytes of [huge, garbage, unknown]) {
    const socket = connect(address)
    socket.write(bytes)
    await new Promise((resolve) => {
      socket.once('close', resolve)
      socket.resume()
    })
  }
  expect(await pipe.list()).toEqual(agents)
})
