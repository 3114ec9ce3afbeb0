import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { isAlive } from '../../../platform/process/index.ts'
import { sendFrame } from './frames.ts'
import type { Pipe, PipedAgent } from './index.ts'
import { firstLine, openWorld, read, scripts, type OpenPipe, type World } from './world.suite.ts'

let world: World
let pipe: OpenPipe
let id = ''
let tests = 0

beforeAll(async () => {
  world = await openWorld()
})

// One pipe serves many tests; where one ended it, the next start is part of the story.
beforeEach(async () => {
  pipe = await world.open()
  tests += 1
  id = `agent-${tests}`
})

afterEach(() => pipe.close())
afterAll(() => world.close())

async function described(id: string, through: Pipe = pipe): Promise<PipedAgent | undefined> {
  return (await through.list()).find((agent) => agent.id === id)
}

async function filesOf(id: string): Promise<string[]> {
  return (await readdir(join(world.home, 'pipe'))).filter((name) => name.startsWith(`${id}.`))
}

test('[PIP10] an agent gets exactly its environment plus the mark, its folder, and an id used once', async () => {
  const agent = { command: process.execPath, cwd: world.home, env: { ONLY: 'this' } }
  const args = ['-e', `console.log(JSON.stringify({ env: process.env, cwd: process.cwd() }))`]
  await pipe.spawn({ id, args, ...agent })
  const said = JSON.parse(await firstLine(pipe, id))
  expect(said).toEqual({ env: { ONLY: 'this', IRIS_PIPE_MARK: expect.any(String) }, cwd: world.home })

  await expect(pipe.spawn({ id, args, ...agent })).rejects.toMatchObject({ code: 'PIPE_AGENT_EXISTS' })
  const twice = await Promise.allSettled([1, 2].map(() => pipe.spawn({ id: `${id}-b`, args, ...agent })))
  expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('[PIP10] a command that cannot be started leaves nothing behind', async () => {
  const start = pipe.spawn({ id, command: 'no-such-command-1', args: [], cwd: '/', env: {} })
  await expect(start).rejects.toMatchObject({ code: 'PROCESS_DID_NOT_START' })
  expect(await described(id)).toBeUndefined()
  expect(await filesOf(id)).toEqual([])
})

test('[PIP11] a line is in the spool before it is handed on', async () => {
  await world.spawn(pipe, id, `for (let n = 0; n < 1000; n++) console.log(n)`)
  const file = join(world.home, 'pipe', `${id}.out`)
  let late = 0
  await pipe.attach(id, 0).forEach((said) => {
    if ('next' in said && statSync(file).size < said.next) late += 1
  })
  expect(late).toBe(0)
})

test('[PIP12] a reader that comes back at its offset sees each line once', async () => {
  await world.spawn(pipe, id, scripts.echo)
  await pipe.write({ id, key: '1', data: 'one\ntwo\n' })
  const first = await read(pipe, { id, last: 'echo two' })
  pipe.close()

  const again = await world.open()
  await again.write({ id, key: '2', data: 'three\n' })
  const second = await read(again, { id, offset: first.next, last: 'echo three' })
  expect([...first.lines, ...second.lines]).toEqual(['echo one', 'echo two', 'echo three'])
  expect(second.gapless).toBe(true)
})

test('[PIP12] two readers at different places each get everything, and one may leave', async () => {
  await world.spawn(pipe, id, scripts.echo)
  const early = read(pipe, { id, last: 'echo 3' })
  await pipe.write({ id, key: '1', data: '1\n2\n' })
  await read(pipe, { id, last: 'echo 1' })
  await pipe.write({ id, key: '2', data: '3\n' })
  expect((await read(pipe, { id, last: 'echo 3' })).lines).toEqual(['echo 1', 'echo 2', 'echo 3'])
  expect((await early).lines).toEqual(['echo 1', 'echo 2', 'echo 3'])
})

test('[PIP12] [PIP13] a last line without a newline and the exit are told, also to a late reader', async () => {
  await world.spawn(pipe, id, `process.stdout.write('whole\\nhalf'); process.exitCode = 3`)
  const live = await read(pipe, { id })
  expect(live).toMatchObject({ lines: ['whole', 'half'], next: 10, exit: { how: 'exited', code: 3 } })

  await pipe.shutdown()
  const later = await world.open()
  expect(await read(later, { id, offset: 6 })).toMatchObject({ lines: ['half'], exit: live.exit })
  expect(await read(later, { id, offset: 10 })).toMatchObject({ lines: [], exit: live.exit })
})

test('[PIP13] an exit is told although a grandchild holds stdout open', async () => {
  const script = `const c = require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'],
    { detached: true, stdio: ['ignore', 'inherit', 'ignore'] }); console.log(c.pid); c.unref()`
  await world.spawn(pipe, id, script)
  const { lines, exit } = await read(pipe, { id })
  const grandchild = world.owns(Number(lines[0]))
  expect(exit).toMatchObject({ code: 0 })
  expect(isAlive(grandchild)).toBe(true)
})

test('[PIP14] a flood of 200,000 lines arrives whole', async () => {
  const script = `let n = 0; const more = () => { while (n < 200000) if (!process.stdout.write('line ' + n++ + '\\n')) return process.stdout.once('drain', more) }; more()`
  await world.spawn(pipe, id, script)
  const { lines, gapless, exit } = await read(pipe, { id })
  expect(lines).toHaveLength(200_000)
  expect(lines.every((line, n) => line === `line ${n}`)).toBe(true)
  expect({ gapless, code: exit?.code }).toEqual({ gapless: true, code: 0 })
})

test('[PIP14] a line of 10 MB arrives whole', async () => {
  await world.spawn(pipe, id, `console.log('x'.repeat(10e6)); console.log('after')`)
  const { lines } = await read(pipe, { id })
  expect(lines.map((line) => line.length)).toEqual([10e6, 5])
})

test.runIf(process.platform === 'linux')('[PIP14] a reader that does not read costs no memory', async () => {
  await pipe.shutdown()
  pipe = await world.open()
  const before = await peakMegabytes(pipe.pid)
  const address = await readFile(join(world.home, 'pipe', 'socket'), 'utf8')
  const script = `process.stdin.once('data', () => { let n = 0; const b = Buffer.alloc(1e6, 'x'); b[1e6 - 1] = 10;
    const more = () => { while (n++ < 300) if (!process.stdout.write(b)) return process.stdout.once('drain', more); process.exit() }; more() })`
  await world.spawn(pipe, id, script)
  const lazy = connect(address).pause()
  sendFrame(lazy, { n: 1, op: 'attach', id, offset: 0 })
  for (let n = 2; n < 20_000; n += 1) sendFrame(lazy, { n, op: 'list' })
  await pipe.write({ id, key: '1', data: 'go\n' })
  await expect
    .poll(() => described(id), { timeout: 50_000 })
    .toMatchObject({ size: 300e6, exit: { code: 0 } })
  expect((await peakMegabytes(pipe.pid)) - before).toBeLessThan(100)
  lazy.destroy()
})

async function peakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024
}

test('[PIP15] garbage passes: offsets stay true and the spool holds the very bytes', async () => {
  const garbage = randomBytes(300_000)
  const file = join(world.home, 'garbage')
  await writeFile(file, garbage)
  await world.spawn(
    pipe,
    id,
    `require('node:fs').createReadStream(${JSON.stringify(file)}).pipe(process.stdout)`,
  )
  const { lines, gapless, next } = await read(pipe, { id })
  expect({ gapless, next }).toEqual({ gapless: true, next: garbage.length })
  expect(lines.join('\n')).toBe(
    garbage
      .toString('latin1')
      .split('\n')
      .map((line) => Buffer.from(line, 'latin1').toString())
      .join('\n'),
  )
  expect(garbage.equals(await readFile(join(world.home, 'pipe', `${id}.out`)))).toBe(true)
})

test('[PIP16] a key is applied once, also after a reconnect and after the exit', async () => {
  await world.spawn(pipe, id, scripts.echo)
  const write = { id, key: 'turn-1', data: 'hello\n' }
  const both = await Promise.all([pipe.write(write), pipe.write(write)])
  expect(both).toEqual([{ repeated: false }, { repeated: true }])
  pipe.close()

  const again = await world.open()
  expect(await again.write(write)).toEqual({ repeated: true })
  await again.closeStdin(id)
  expect((await read(again, { id })).lines).toEqual(['echo hello'])
  expect(await again.write(write)).toEqual({ repeated: true })
})

test('[PIP17] writes keep their order; a gone agent and an unknown one are told', async () => {
  await world.spawn(pipe, id, scripts.echo)
  const sent = Array.from({ length: 500 }, (_, n) => String(n))
  await Promise.all(sent.map((n) => pipe.write({ id, key: n, data: `${n}\n` })))
  await pipe.closeStdin(id)
  expect((await read(pipe, { id })).lines).toEqual(sent.map((n) => `echo ${n}`))

  const late = pipe.write({ id, key: 'late', data: 'x' })
  await expect(late).rejects.toMatchObject({ code: 'PIPE_AGENT_GONE' })
  const unknown = pipe.write({ id: 'nobody', key: '1', data: 'x' })
  await expect(unknown).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('[PIP17] an agent that does not read is PIPE_BUSY above 32 MiB, and what waits fails at its end', async () => {
  await world.spawn(pipe, id, scripts.stay)
  const data = Buffer.alloc(15 * 1024 * 1024)
  const waiting = ['1', '2'].map((key) => pipe.write({ id, key, data }))
  const outcomes = Promise.allSettled(waiting)
  await expect(pipe.write({ id, key: '3', data })).rejects.toMatchObject({ code: 'PIPE_BUSY' })
  const tooLong = pipe.write({ id, key: '4', data: Buffer.alloc(17 * 1024 * 1024) })
  await expect(tooLong).rejects.toMatchObject({ code: 'BODY_TOO_LARGE' })
  await pipe.signal(id, 'SIGKILL')
  for (const outcome of await outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'PIPE_AGENT_GONE' } })
  }
})

test('[PIP18] end takes the tree with a deaf grandchild in its own session, and may be asked twice', async () => {
  const agent = await world.spawn(pipe, id, scripts.grandchild)
  const grandchild = world.owns(Number(await firstLine(pipe, id)))
  const both = await Promise.all([pipe.end(id, { graceMs: 5000 }), pipe.end(id, { graceMs: 5000 })])
  expect(both).toEqual([[], []])
  expect([isAlive(agent), isAlive(grandchild)]).toEqual([false, false])
  expect((await described(id))?.exit).toMatchObject({ signal: 'SIGTERM' })
})

test.runIf(process.platform === 'linux')(
  '[PIP18] end after a crash takes what the agent left behind',
  async () => {
    await world.spawn(pipe, id, scripts.grandchild)
    const grandchild = world.owns(Number(await firstLine(pipe, id)))
    await pipe.signal(id, 'SIGKILL')
    expect((await read(pipe, { id })).exit).toMatchObject({ signal: 'SIGKILL' })
    expect(isAlive(grandchild)).toBe(true)
    expect(await pipe.end(id, { graceMs: 0 })).toEqual([])
    expect(isAlive(grandchild)).toBe(false)
  },
)

test('[PIP19] the last 256 KiB of stderr are kept', async () => {
  await world.spawn(
    pipe,
    id,
    `console.error('x'.repeat(2e6)); console.error('the reason'); process.exitCode = 1`,
  )
  await read(pipe, { id })
  const kept = await pipe.stderr(id)
  expect(kept.endsWith('x\nthe reason\n')).toBe(true)
  expect(kept).toHaveLength(256 * 1024)
})

test('[PIP20] forget deletes a past agent, refuses a running one, and does not mind an unknown one', async () => {
  await world.spawn(pipe, id, scripts.stay)
  await expect(pipe.forget(id)).rejects.toMatchObject({ code: 'PIPE_AGENT_RUNNING' })
  await pipe.end(id, { graceMs: 5000 })
  await pipe.forget(id)
  await pipe.forget(id)
  expect(await described(id)).toBeUndefined()
  expect(await filesOf(id)).toEqual([])
})

test('[PIP20] trim gives back what was read and keeps offsets true, also for the next pipe', async () => {
  await world.spawn(pipe, id, `console.log('x'.repeat(2e6)); ${scripts.echo}`)
  const first = await read(pipe, { id, last: 'x'.repeat(2e6) })
  await pipe.trim(id, first.next)
  await pipe.write({ id, key: '1', data: 'more\n' })
  expect(await read(pipe, { id, offset: first.next, last: 'echo more' })).toMatchObject({
    gapless: true,
  })
  await pipe.shutdown()

  const next = await world.open()
  expect(await described(id, next)).toMatchObject({ base: first.next, size: first.next + 10 })
  expect(await read(next, { id })).toMatchObject({ lines: ['echo more'], next: first.next + 10 })
})

test('[PIP31] when the pipe dies, closed resolves and what is open fails', async () => {
  await world.spawn(pipe, id, scripts.stay)
  const reading = read(pipe, { id })
  const write = pipe.write({ id, key: '1', data: Buffer.alloc(5e6) })
  const outcomes = Promise.allSettled([reading, write])
  await pipe.list()
  process.kill(pipe.pid, 'SIGKILL')
  await pipe.closed
  for (const outcome of await outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'PIPE_CLOSED' } })
  }
  await expect(pipe.list()).rejects.toMatchObject({ code: 'PIPE_CLOSED' })
  await expect(read(pipe, { id })).rejects.toMatchObject({ code: 'PIPE_CLOSED' })
  pipe.close()
})
