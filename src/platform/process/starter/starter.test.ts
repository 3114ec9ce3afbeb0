import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { manualClock, systemClock } from '../../clock/index.ts'
import {
  createStarter,
  descendants,
  isAlive,
  type GroupCommand,
  type GroupOutcome,
  type Outcome,
  type ShortCommand,
  type Starter,
} from '../index.ts'

const folder = mkdtempSync(join(tmpdir(), 'iris-starter-'))
afterAll(() => rmSync(folder, { recursive: true }))

let starter: Starter
afterEach(() => starter.close())

const env = { PATH: process.env['PATH'] }
const sh = (script: string, more: Partial<ShortCommand> = {}): Promise<Outcome> =>
  starter.run({ command: 'sh', args: ['-c', script], cwd: folder, env, timeoutMs: 20_000, ...more })
const parentOf = async (): Promise<number> => Number((await sh('echo $PPID')).stdout)

/** Waits until commands are no longer started from here; says who starts them. */
async function handOver(): Promise<number> {
  await expect.poll(parentOf).not.toBe(process.pid)
  return parentOf()
}

test('[PRC14] a short command is started by a small process, and says the same as from here', async () => {
  starter = createStarter({ clock: systemClock })
  expect(await parentOf()).toBe(process.pid)
  await handOver()
  const said = await sh('cat; echo "§ line 1"; echo two >&2; pwd; printf "%s\\n" "$WORD"; exit 3', {
    input: 'from stdin\n',
    env: { ...env, WORD: 'a "quoted"\nword' },
  })
  expect(said).toEqual({
    code: 3,
    signal: null,
    timedOut: false,
    stdout: `from stdin\n§ line 1\n${folder}\na "quoted"\nword\n`,
    stderr: 'two\n',
  })
  expect(await sh('printf 12345', { maxOutput: 3 })).toMatchObject({ code: 0, stdout: '123' })
  expect(await sh('cat', { input: new Uint8Array([65, 10]) })).toMatchObject({ stdout: 'A\n' })
  await expect(sh('true', { cwd: join(folder, 'none') })).rejects.toMatchObject({
    code: 'PROCESS_DID_NOT_START',
    message: expect.stringContaining('does not exist'),
  })
  const many = await Promise.all(Array.from({ length: 20 }, (_, at) => sh(`echo ${at}`)))
  expect(many.map(({ stdout }) => Number(stdout))).toEqual(Array.from({ length: 20 }, (_, at) => at))
})

test('[PRC11] [PRC14] its time limit and its signal end it there too, with all it started', async () => {
  starter = createStarter({ clock: systemClock })
  await handOver()
  const long = 'sleep 600 & echo $!; wait'
  expect(await sh(long, { timeoutMs: 200 })).toMatchObject({ code: null, timedOut: true })
  const stop = new AbortController()
  const ended = sh(`sleep 600 & echo $! > pid; wait`, { signal: stop.signal })
  await expect.poll(() => readdirSync(folder)).toContain('pid')
  stop.abort()
  expect(await ended).toMatchObject({ code: null, timedOut: false })
  expect(isAlive(Number(readFileSync(join(folder, 'pid'), 'utf8')))).toBe(false)
})

test('[PRC14] when the small process is killed what it ran has no end that is known, and the next is run all the same', async () => {
  starter = createStarter({ clock: systemClock })
  const small = await handOver()
  const cut = sh('sleep 600')
  await expect.poll(() => descendants(small).length).toBeGreaterThan(0)
  const left = descendants(small)
  process.kill(small, 'SIGKILL')
  expect(await cut).toMatchObject({ code: null, signal: 'SIGKILL' })
  expect(await sh('echo again')).toMatchObject({ code: 0, stdout: 'again\n' })
  expect(await handOver()).not.toBe(small)
  for (const pid of left) process.kill(pid, 'SIGKILL')
})

test('[PRC14] it goes after a minute without a command, and comes again', async () => {
  const clock = manualClock(0)
  starter = createStarter({ clock })
  const small = await handOver()
  clock.advance(59_000)
  await parentOf()
  clock.advance(59_000)
  expect(isAlive(small)).toBe(true)
  clock.advance(1000)
  await expect.poll(() => isAlive(small)).toBe(false)
  expect(await handOver()).not.toBe(small)
})

const group = (script: string, more: Partial<GroupCommand> = {}): Promise<GroupOutcome> =>
  starter.runInGroup({
    command: 'sh',
    args: ['-c', script],
    cwd: folder,
    env,
    timeoutMs: 20_000,
    mark: `IRIS_CHECK_MARK=${folder}`,
    onOutput: () => {},
    ...more,
  })

test('[PRC14] a command with a group of its own is started there too: its output comes piece by piece, and nothing of it is left', async () => {
  starter = createStarter({ clock: systemClock })
  await handOver()
  const heard: string[] = []
  let identity: string | undefined
  let isTaking = false
  // Its input ends once it is known who it is: who has ended by then is nobody.
  const outcome = await group('read end; (setsid sleep 600 &) ; echo $$; echo two >&2; exit 4', {
    onStart: (leader) => (identity = leader),
    async onOutput(stream, chunk) {
      // One piece of a stream is never handed on before the last was taken.
      expect(isTaking && stream === 'stdout').toBe(false)
      isTaking = stream === 'stdout'
      await new Promise((resolve) => void setImmediate(resolve))
      isTaking = false
      heard.push(`${stream} ${chunk.toString()}`)
    },
  })
  expect(outcome).toEqual({ code: 4, signal: null, timedOut: false, left: [] })
  const pid = Number.parseInt(identity ?? '', 10)
  expect(heard.toSorted()).toEqual(['stderr two\n', `stdout ${pid}\n`])
  const stop = new AbortController()
  const cut = group('echo begun; sleep 600', {
    signal: stop.signal,
    onOutput: () => stop.abort(),
  })
  expect(await cut).toMatchObject({ code: null, timedOut: false, left: [] })
  expect(await group('sleep 600', { timeoutMs: 100 })).toMatchObject({ code: null, timedOut: true })
  await expect(group('true', { cwd: join(folder, 'none') })).rejects.toMatchObject({
    code: 'PROCESS_DID_NOT_START',
  })
})

test('[PRC14] when the small process is killed, what a group of it left is ended from here', async () => {
  starter = createStarter({ clock: systemClock })
  const small = await handOver()
  let leader = 0
  const outcome = await group('echo begun; sleep 600', {
    onStart: (identity) => (leader = Number.parseInt(identity ?? '', 10)),
    onOutput: () => void process.kill(small, 'SIGKILL'),
  })
  expect(outcome).toEqual({ code: null, signal: 'SIGKILL', timedOut: false, left: [] })
  expect(isAlive(leader)).toBe(false)
})
