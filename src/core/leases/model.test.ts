import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Task } from '../../contract/index.ts'
import type { WorkerStanding } from './context.ts'
import { meets } from './files.ts'
import { openLeaseWorld, type LeaseWorld } from './world.suite.ts'

const plans = [
  ['a', 'b'],
  ['b', 'c'],
  ['c', 'a'],
  ['d/e', 'a'],
  ['d', 'c'],
] as const

/** Each is a real database; `npm run faults` takes more. */
const runs = process.env['IRIS_FAULTS'] === 'all' ? 60 : 8

type Step =
  | { do: 'take' | 'release' | 'register' | 'checkpoint' | 'grow'; who: number }
  | { do: 'see'; who: number; standing: WorkerStanding }
  | { do: 'wait' | 'set' | 'restart'; minutes: number }

const who = fc.nat({ max: plans.length - 1 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('take' as const), who }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('release', 'register', 'checkpoint', 'grow'), who }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('see' as const),
      who,
      standing: fc.constantFrom<WorkerStanding>('running', 'asking', 'gone', 'unknown'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('wait', 'set', 'restart'),
      minutes: fc.constantFrom(0, 1, 3, 12),
    }),
  },
)

const refusals = ['LEASE_UNKNOWN', 'LEASE_NOT_REGISTERED', 'LEASE_STALE']

/** The simple model: who holds which number by the log alone, and what Iris may know of each worker. */
interface Model {
  run: number
  fences: Map<string, number>
  first: number
  largest: number
  read: number
  standings: Map<string, WorkerStanding>
}

test('[LEA1] [LEA5] [LEA6] [LEA9] [LEA11] [LEA13] whatever is done in whatever order, no file has two holders and nobody waits for nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'iris-leases-'))
  const world = openLeaseWorld(folder, plans.length * runs)
  world.leases.start()
  let run = 0
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
        run += 1
        await walk(world, { run, steps })
      }),
      { numRuns: runs, endOnFailure: true },
    )
  } finally {
    await world.end()
    rmSync(folder, { recursive: true })
  }
}, 120_000)

/** In one world, since a new one takes longer than a walk; each walk has tasks and files of its own. */
async function walk(
  world: LeaseWorld,
  { run, steps }: { run: number; steps: readonly Step[] },
): Promise<void> {
  const tasks: Task[] = []
  for (const [place, files] of plans.entries())
    tasks.push(
      await world.worker(
        files.map((file) => `${run}/${file}`),
        { priority: place % 3 },
      ),
    )
  const read = world.log.head()
  const standings = new Map(tasks.map(({ key }): [string, WorkerStanding] => [key, 'running']))
  const model: Model = { run, fences: new Map(), first: 0, largest: 0, read, standings }
  for (const one of steps) {
    await act(world, tasks, { model, step: one })
    follow(world, model)
    expectSound(world, tasks, model)
  }
  for (const { key } of tasks) world.tasks.become({ name: key, by: 'user' }, { to: 'skipped' })
  expect(world.leases.list(undefined)).toEqual({ leases: [], waits: [] })
}

async function act(
  world: LeaseWorld,
  tasks: readonly Task[],
  { model, step: one }: { model: Model; step: Step },
): Promise<void> {
  if ('minutes' in one) return pass(world, one.do, one.minutes * 60_000)
  const task = tasks[one.who]!
  if (one.do === 'see') {
    model.standings.set(task.key, one.standing)
    return world.see(task, one.standing)
  }
  if (one.do === 'register') model.standings.set(task.key, 'running')
  try {
    await deeds[one.do](world, task, model)
  } catch (error) {
    expect(refusals).toContain((error as { code?: string }).code)
  }
}

function pass(world: LeaseWorld, how: 'wait' | 'set' | 'restart', ms: number): void {
  if (how === 'wait') return world.clock.advance(ms)
  if (how === 'set') return world.clock.setDate((ms % 120_000 === 0 ? -1 : 1) * ms)
  world.restart(ms)
  world.leases.start()
}

type Deed = (world: LeaseWorld, task: Task, model: Model) => unknown
const deeds: Record<'take' | 'release' | 'register' | 'checkpoint' | 'grow', Deed> = {
  take: (world, task) => world.take(task),
  release: (world, task) => world.leases.release(task.task, 'user'),
  register: (world, task) => world.register(task),
  checkpoint: (world, task, model) => world.leases.checkpoint(task.task, model.fences.get(task.key) ?? 999),
  grow: (world, task, model) => world.plan(task, [...task.files.map(({ path }) => path), `${model.run}/f`]),
}

/** Takes what the log says since it was last read. */
function follow(world: LeaseWorld, model: Model): void {
  for (const event of world.events(model.read)) {
    model.read = event.seq
    if (event.type === 'lease.granted') {
      model.first ||= event.data.fence
      expect(event.data.fence).toBeGreaterThan(model.largest)
      model.largest = event.data.fence
      model.fences.set(event.data.key, event.data.fence)
    }
    if (event.type === 'lease.expired') expect(model.standings.get(event.data.key)).toBe('unknown')
    if (event.type === 'lease.lost') expect(model.standings.get(event.data.key)).not.toBe('asking')
    const ends = ['lease.released', 'lease.expired', 'lease.preempted', 'lease.lost']
    if (ends.includes(event.type) && 'key' in event.data) model.fences.delete(event.data.key)
  }
}

function expectSound(world: LeaseWorld, tasks: readonly Task[], model: Model): void {
  const { leases, waits } = world.leases.list(undefined)
  expect(new Map(leases.map(({ key, fence }) => [key, fence]))).toEqual(model.fences)
  for (const one of leases)
    for (const other of leases.filter(({ key }) => key !== one.key))
      expect(one.files.filter((file) => other.files.some((held) => meets(file, held)))).toEqual([])
  // Who waits has somebody to wait for, and not itself, however the files went round.
  for (const { key, waitsFor } of waits) {
    expect([key, waitsFor.length]).toEqual([key, expect.toSatisfy((count: number) => count > 0)])
    expect(waitsFor.map(({ task }) => task)).not.toContain(key)
  }
  for (const task of tasks)
    for (let fence = Math.max(1, model.first); fence <= model.largest; fence += 1)
      if (model.fences.get(task.key) !== fence)
        expect(() => world.leases.assertLease(task.task, fence)).toThrow('counts no more')
}
