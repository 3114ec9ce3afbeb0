import fc from 'fast-check'
import { test } from 'vitest'
import { seedOf } from '../../../test/support/points.ts'
import { openInterleavings, type Step } from './interleavings.suite.ts'

const isWhole = process.env['IRIS_FAULTS'] === 'all'
const inAll = isWhole ? 100_000 : 1000
// It only ends what hangs: on a busy machine the whole takes five minutes.
const longest = isWhole ? 3_600_000 : 600_000
const stepsOfOne = 60
const seed = seedOf()

const session = fc.nat({ max: 2 })
const agent = fc.nat({ max: 3 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 7, arbitrary: fc.record({ do: fc.constant('put' as const), session }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom('cancel', 'sleep', 'wake', 'drop', 'reboot'), session }),
  },
  { weight: 10, arbitrary: fc.record({ do: fc.constantFrom('go on', 'go on', 'line'), agent }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('exit', 'kill'), agent }) },
  { weight: 8, arbitrary: fc.constant({ do: 'acknowledge' as const }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('crash', 'away', 'back', 'hold', 'release') }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('time' as const),
      ms: fc.constantFrom(1, 50, 1000, 2000, 11_000, 61_000),
    }),
  },
)
const steps = fc.array(fc.tuple(step, fc.nat({ max: 4 })), { maxLength: stepsOfOne, size: 'max' })

async function go(course: readonly (readonly [Step, number])[]): Promise<void> {
  const world = await openInterleavings()
  try {
    for (const [next, rounds] of course) await world.take(next, rounds)
    await world.finish()
  } finally {
    await world.close()
  }
}

test('[TEA88] a turn whose process ended before the daemon was killed comes to its end, though another process was started', async () => {
  const tell: Step = { do: 'put', session: 0 }
  const goOn: Step = { do: 'go on', agent: 0 }
  const hear: Step = { do: 'acknowledge' }
  const exit: Step = { do: 'exit', agent: 0 }
  const wake: Step = { do: 'wake', session: 0 }
  const before = [tell, goOn, hear, goOn, tell, hear, goOn, exit, wake, hear]
  // Once after it was started, and once before the crash, what is under way goes on.
  const rounds = new Map([1, 9].map((place) => [place, 1]))
  await go([...before, { do: 'crash' } as const].map((step, place) => [step, rounds.get(place) ?? 0]))
})

test(
  '[TEA3] [TEA6] [TEA64] whatever happens in whatever order, a turn ends once, in its order, with its own answer, and for a reason',
  async () => {
    let taken = 0
    console.log(`interleavings: ${inAll} steps, IRIS_FAULTS_SEED=${seed}`)
    const anyCourse = fc.asyncProperty(steps, async (all) => {
      await go(all)
      taken += all.length
    })
    const isEnough = (): boolean => taken >= inAll
    for (let more = seed; !isEnough(); more += 1) await fc.assert(anyCourse, { seed: more, numRuns: 10 })
    console.log(`interleavings: ${taken} steps taken`)
  },
  longest,
)
