import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createClient, type Client } from '../../src/client/index.ts'
import type { Event } from '../../src/contract/index.ts'
import { bundled } from '../bundle/sources.ts'
import { makeHome } from '../support/daemon.ts'
import { replay } from '../support/lease-model.ts'
import type { LeaseWork, TriedCommit } from '../support/lease-worker.ts'
import { randomFrom, seedOf } from '../support/points.ts'

const isLong = process.env['IRIS_FAULTS'] === 'all'
const rounds = isLong ? 250 : 12
const workers = 8
const limit = isLong ? 1_200_000 : 180_000
const day = 86_400_000
const support = join(import.meta.dirname, '..', 'support')

let home: string
let daemon: ChildProcess | undefined
const children = new Map<number, ChildProcess>()
afterEach(async () => {
  for (const child of [...children.values(), ...(daemon ? [daemon] : [])]) await killed(child)
  rmSync(home, { recursive: true, force: true })
})

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

async function startDaemon(): Promise<{ url: string; token: string }> {
  const env = { ...process.env, IRIS_HOME: home, HOME: home }
  daemon = fork(bundled(join(support, 'lease-daemon.ts')), {
    execArgv: [],
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [started] = (await once(daemon, 'message')) as [{ url: string; token: string }]
  return started
}

test(
  '[LEA1] [LEA5] [LEA6] [LEA11] eight processes, killed and outlived by clocks and daemons, never hold one file together, and no stale number commits',
  async () => {
    home = makeHome('iris-leases-')
    mkdirSync(join(home, 'shop'))
    const teams = `teams:\n  shop: { path: ${JSON.stringify(join(home, 'shop'))} }\n`
    writeFileSync(join(home, 'config.yaml'), `settings: { httpPort: 0 }\n${teams}`)
    const random = randomFrom(seedOf())
    const below = (count: number): number => Math.floor(random() * count)
    let started = await startDaemon()
    let person = createClient(started)
    const plans = await makeTasks(person, below)
    const works = await makeWorks(person, [...plans.keys()])
    const commits: TriedCommit[] = []
    for (const place of works.keys()) start(place)

    const log = createReader()
    const count = (type: string): number => log.events.filter((event) => event.type === type).length
    const seen = (type: string, least: number) =>
      expect.poll(async () => (await log.read(person), count(type))).toBeGreaterThanOrEqual(least)
    await seen('lease.registered', workers)
    for (let round = 0; round < rounds; round += 1) {
      await new Promise((resolve) => void setTimeout(resolve, below(40)))
      // At first one of each kind, then any.
      await disturb(round < 5 ? round : below(5), below(workers))
      await log.read(person)
    }
    // A process may hold nothing at the moment when it is killed; of every other one Iris sees the end.
    for (let round = 0; count('lease.lost') === 0 && round < 200; round += 1) {
      await disturb(0, 2 * below(workers / 2))
      await seen('lease.registered', count('lease.registered') + 1)
    }
    await seen('lease.lost', 1)
    await expect.poll(() => commits.filter(({ isAllowed }) => !isAllowed).length).toBeGreaterThan(0)
    await seen('lease.granted', workers + 1)

    await log.read(person)
    const { faults, grants, counts } = replay(log.events, plans)
    const tooLate = commits.filter(
      ({ task, fence, sentAt, isAllowed, isGivenUp }) =>
        isAllowed && (isGivenUp || sentAt > (log.ends.get(`${task} ${fence}`) ?? Infinity)),
    )
    const refused = commits.filter(({ isAllowed }) => !isAllowed).length
    console.log(
      `leases: ${grants} grants, ${commits.length} commits, ${refused} refused as stale, ${JSON.stringify(counts)}`,
    )
    expect({ faults, tooLate }).toEqual({ faults: [], tooLate: [] })
    expect(grants).toBeGreaterThan(workers)

    function start(place: number): void {
      const work = { ...works[place]!, seed: below(1_000_000) }
      const child = fork(bundled(join(support, 'lease-worker.ts')), [JSON.stringify(work), started.url], {
        execArgv: [],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      child.on('message', (commit: TriedCommit) => commits.push(commit))
      children.set(place, child)
    }

    async function disturb(kind: number, place: number): Promise<void> {
      if (kind === 0) {
        await killed(children.get(place)!)
        start(place)
      }
      if (kind === 1) await releaseSome()
      if (kind === 2) daemon?.send({ leap: 130_000 })
      if (kind === 3) daemon?.send({ setDate: (below(2) === 0 ? 1 : -1) * day })
      // A start takes longer than all the rest of a short run; a killed daemon is tried beside the code too.
      if (kind === 4 && isLong && below(4) === 0) await restart()
    }

    async function releaseSome(): Promise<void> {
      const { leases } = await person.call('listLeases', {})
      const [lease] = leases.slice(below(leases.length || 1))
      if (lease) await person.call('releaseLease', { task: lease.key }).catch(() => undefined)
    }

    async function restart(): Promise<void> {
      await killed(daemon!)
      started = await startDaemon()
      person = createClient(started)
      for (const child of children.values()) child.send({ url: started.url })
    }
  },
  limit,
)

/** Each task writes two or three of five files, so that most of them meet. */
async function makeTasks(person: Client, below: (count: number) => number): Promise<Map<string, string[]>> {
  const plans = new Map<string, string[]>()
  for (let place = 0; place < workers; place += 1) {
    const files = [...new Set([0, 1, 2].map(() => `src/${below(5)}.ts`))]
    const planned = files.map((path) => ({ path, action: 'UPDATE' as const }))
    const { key } = await person.call('createTask', { team: 'shop', title: `Task ${place}`, files: planned })
    plans.set(key, files)
  }
  return plans
}

async function makeWorks(person: Client, keys: readonly string[]): Promise<Omit<LeaseWork, 'seed'>[]> {
  const works: Omit<LeaseWork, 'seed'>[] = []
  for (const [place, task] of keys.entries()) {
    const { secret } = await person.call('createToken', { name: `worker ${place}`, role: 'worker', task })
    works.push({ task, secret, isSeen: place % 2 === 0 })
  }
  return works
}

/** The log as far as it was read, and when the end of each lease was seen there. */
function createReader(): { events: Event[]; ends: Map<string, number>; read(person: Client): Promise<void> } {
  const events: Event[] = []
  const ends = new Map<string, number>()
  return {
    events,
    ends,
    async read(person) {
      for (let isMore = true; isMore;) {
        const page = await person.call('readEvents', { after: events.at(-1)?.seq ?? 0, limit: 1000 })
        for (const event of page.events as Event[]) {
          events.push(event)
          if (event.type.startsWith('lease.') && event.type !== 'lease.granted' && 'fence' in event.data)
            ends.set(`${event.data.key} ${event.data.fence}`, Date.now())
        }
        isMore = page.events.length > 0
      }
    },
  }
}
