import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
const few = 3

/** A number that is the same for the same commit. */
export function commitNumber(): number {
  try {
    const head = execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return Number.parseInt(head.toString('utf8').slice(0, 8), 16)
  } catch {
    // No repository, as in a package that was unpacked.
    return 1
  }
}

/** Some of these, in their order, chosen by a seed. */
export function pick<T>(all: readonly T[], count: number, seed: number): T[] {
  const random = randomFrom(seed)
  const ranked = all.map((one, place) => ({ one, place, rank: random() }))
  const chosen = ranked.toSorted((a, b) => a.rank - b.rank).slice(0, count)
  return chosen.toSorted((a, b) => a.place - b.place).map(({ one }) => one)
}

/** The points of a matrix that this run takes: all with `npm run faults`, otherwise three, chosen by the commit. */
export function pointsOf<T>(name: string, all: readonly T[]): T[] {
  const seed = seedOf()
  const taken = process.env['IRIS_FAULTS'] === 'all' ? [...all] : pick(all, few, seed)
  console.log(`${name}: ${taken.length} of ${all.length} points, IRIS_FAULTS_SEED=${seed}`)
  return taken
}

/** What chooses points and moments: the same for the same commit, or as it is told. */
export function seedOf(): number {
  return Number(process.env['IRIS_FAULTS_SEED'] ?? commitNumber() % 100_000)
}

/** Numbers from 0 to 1 that are the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
