import { realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EventEnvelope, TurnId } from '../../src/contract/index.ts'
import { connectPipe, type Pipe } from '../../src/core/transport/index.ts'
import { parsePlaybook, startRehearsal, type Rehearsal } from '../../src/rehearsal/index.ts'
import { startDaemonProcess, type DaemonProcess } from '../support/daemon-process.ts'
import { makeHome } from '../support/daemon.ts'
import { randomFrom, seedOf } from '../support/points.ts'
import { configFor, writeFakeClaude } from '../support/teams.ts'
import { endPipe } from '../support/victims.ts'

/** `npm run faults` kills 200 times; every run of the tests a few times. */
const isWhole = process.env['IRIS_FAULTS'] === 'all'
const kills = isWhole ? 200 : 8
const seed = seedOf()

let home: string
let daemon: DaemonProcess
let rehearsal: Rehearsal
beforeEach(async () => {
  home = realpathSync(makeHome('iris-kills-', ''))
  rehearsal = await startRehearsal({ playbook: parsePlaybook('name: Test\nlines:\n  - reply: Hello.\n') })
})
afterEach(async () => {
  await daemon.kill()
  await endPipe(home)
  await rehearsal.close()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

async function open(claudePath: string, team: object = {}): Promise<void> {
  const settings = { healthCheckInterval: '1s' }
  writeFileSync(
    join(home, 'config.yaml'),
    configFor(home, rehearsal, { teams: { alpha: { claudePath, ...team } }, settings }),
  )
  daemon = await startDaemonProcess(home)
}
const pipeOf = (): Promise<Pipe | undefined> =>
  connectPipe({ home, start: false, env: {} }).catch(() => undefined)

async function killPipe(): Promise<void> {
  const pipe = await pipeOf()
  const pid = pipe && (await pipe.hello().catch(() => undefined))?.pid
  pipe?.close()
  if (pid !== undefined) end(pid)
}

async function killAgent(): Promise<void> {
  const pipe = await pipeOf()
  const agents = pipe ? await pipe.list().catch(() => []) : []
  pipe?.close()
  const pid = agents.find(({ exit }) => !exit)?.pid
  if (pid !== undefined) end(pid)
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It went by itself before we came.
  }
}

/** Whoever tells while the daemon is dead gets no receipt; only what has one counts. */
async function tell(message: string, told: TurnId[]): Promise<void> {
  const outcome = await daemon.tell(message).catch(() => undefined)
  if (outcome) told.push(outcome.turn)
}

function endsOf(events: readonly EventEnvelope[]): Map<string, string[]> {
  const ends = new Map<string, string[]>()
  for (const { turn = '', data } of events)
    ends.set(turn, [...(ends.get(turn) ?? []), (data as { how: string }).how])
  return ends
}

test(
  '[TEA64] [TEA65] kills of daemon, pipe and agent at random moments end no acknowledged tell as failed, and each once',
  { timeout: 1_800_000 },
  async () => {
    const next = randomFrom(seed)
    const told: TurnId[] = []
    await open(
      writeFakeClaude(join(home, 'fake'), 'init(); setTimeout(() => result(text), Math.random() * 300)'),
    )
    for (let n = 0; n < kills; n += 1) {
      for (let k = 0; k < 3; k += 1) void tell(`message ${n}.${k}`, told)
      await pause(next() * 400)
      const victim = Math.floor(next() * 4)
      if (victim === 0) await killAgent()
      if (victim === 1 || victim === 2) await killPipe()
      if (victim >= 2) {
        await daemon.kill()
        daemon = await startDaemonProcess(home)
      }
    }
    await tell('the last', told)
    const last = told.at(-1)!
    await expect.poll(() => daemon.turn(last), { timeout: 300_000 }).toMatchObject({ how: 'answered' })
    const ends = endsOf(await daemon.events('turn.ended'))
    const counts: Record<string, number> = {}
    for (const turn of told)
      for (const how of ends.get(turn) ?? ['open']) counts[how] = (counts[how] ?? 0) + 1
    process.stdout.write(`${kills} kills, IRIS_FAULTS_SEED=${seed}: ${JSON.stringify(counts)}\n`)
    const begun = new Set((await daemon.events('agent.printed')).filter(isInit).map(({ turn }) => turn))
    expect(told.filter((turn) => ends.get(turn)?.length !== 1)).toEqual([])
    expect(told.filter((turn) => !['answered', 'agent_died'].includes(ends.get(turn)?.[0] ?? ''))).toEqual([])
    // Who had begun may have died with its process; nobody else may.
    expect(told.filter((turn) => ends.get(turn)?.[0] === 'agent_died' && !begun.has(turn))).toEqual([])
  },
)

function isInit({ data }: EventEnvelope): boolean {
  return (data as { line: string }).line.includes('"subtype":"init"')
}

test.each(['CLI', 'folder'])(
  '[TEA64] with 200 tells queued the %s goes away and comes back: 200 answers',
  { timeout: 600_000 },
  async (what) => {
    const busy = join(home, 'busy')
    writeFileSync(busy, '')
    const onUser = `init(); require('fs').existsSync(${JSON.stringify(busy)}) || result(text)`
    const fake = writeFakeClaude(join(home, 'fake'), onUser)
    await open(fake, { onCrash: 'resume' })
    const told: TurnId[] = []
    for (let n = 0; n < 200; n += 1) await tell(`message ${n}`, told)
    await expect.poll(async () => (await daemon.events('agent.printed')).some(isInit)).toBe(true)
    const thing = what === 'CLI' ? fake : join(home, 'projects', 'alpha')
    renameSync(thing, `${thing}.away`)
    rmSync(busy)
    await killAgent()
    const held = async () => (await daemon.sessions())[0]?.startFailure
    await expect.poll(held).toMatchObject({ reason: expect.stringContaining(home) })
    await pause(isWhole ? 60_000 : 2500)
    renameSync(`${thing}.away`, thing)
    const ends = async () => endsOf(await daemon.events('turn.ended'))
    await expect.poll(async () => (await ends()).size, { timeout: 120_000 }).toBe(200)
    expect(told).toEqual([...(await ends()).keys()])
    expect([...(await ends()).values()].flat()).toEqual(told.map(() => 'answered'))
  },
)
