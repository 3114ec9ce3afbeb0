import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type Client } from '../src/client/index.ts'
import { createDaemon } from '../src/daemon/index.ts'
import { environmentOf } from '../test/support/daemon.ts'
import { median, report, smoke } from './figures.ts'

const rounds = smoke ? 2 : 20
const perRound = smoke ? 5 : 25
const callers = 8

/** Leases taken and given up over HTTP by eight callers at once, beside as many changes of one row with its event. */
export async function benchLeases(): Promise<boolean[]> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'iris-bench-leases-')))
  const shop = join(home, 'shop')
  mkdirSync(shop)
  writeFileSync(
    join(home, 'config.yaml'),
    `settings: { httpPort: 0 }\nteams:\n  shop: { path: ${JSON.stringify(shop)} }\n`,
  )
  const daemon = await createDaemon({ environment: environmentOf(home) })
  try {
    const person = createClient(daemon)
    const workers = await makeWorkers(person, daemon.url)
    const bare = median(await inRounds(workers, planTwice))
    const leases = median(await inRounds(workers, takeAndRelease))
    return [
      report('leases taken and given up over HTTP, 8 callers', { value: leases, unit: '/s', least: 50 }),
      report('two bare changes each, the same callers', { value: bare, unit: '/s' }),
      report('a lease, as a multiple of two bare changes', { value: bare / leases, unit: 'x', most: 4 }),
    ]
  } finally {
    await daemon.close('bench ended')
    rmSync(home, { recursive: true, force: true })
  }
}

interface BenchWorker {
  client: Client
  task: string
  files: { path: string; action: 'UPDATE' }[]
}

/** Each has a file of its own and one that it shares with another, so that some wait. */
async function makeWorkers(person: Client, url: string): Promise<BenchWorker[]> {
  const workers: BenchWorker[] = []
  for (let place = 0; place < callers; place += 1) {
    const paths = [`src/own-${place}.ts`, `src/shared-${Math.floor(place / 2)}.ts`]
    const files = paths.map((path) => ({ path, action: 'UPDATE' as const }))
    const { key: task } = await person.call('createTask', {
      team: 'shop',
      title: `Task ${place}`,
      files,
    })
    const { secret } = await person.call('createToken', { name: `worker ${place}`, role: 'worker', task })
    const client = createClient({ url, token: secret })
    await client.call('registerWorker', { task, pid: process.pid })
    workers.push({ client, task, files })
  }
  return workers
}

async function planTwice({ client, task, files }: BenchWorker): Promise<void> {
  await client.call('planTask', { task, files })
  await client.call('planTask', { task, files })
}

async function takeAndRelease({ client, task }: BenchWorker): Promise<void> {
  const { status } = await client.call('takeLease', { task, waitMs: 60_000 })
  if (status !== 'held') throw new Error(`${task} waited in vain`)
  await client.call('releaseLease', { task })
}

/** How many of these are done in a second, round by round. */
async function inRounds(
  workers: readonly BenchWorker[],
  act: (worker: BenchWorker) => Promise<unknown>,
): Promise<number[]> {
  const rates: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now()
    await Promise.all(
      workers.map(async (worker) => {
        for (let count = 0; count < perRound; count += 1) await act(worker)
      }),
    )
    rates.push((workers.length * perRound * 1000) / (performance.now() - begun))
  }
  return rates
}
