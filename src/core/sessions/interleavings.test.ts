import fc from 'fast-check'
import { test } from 'vitest'
import { seedOf } from '../../../test/support/points.ts'
import { openInterleavings, type Step } from './interleavings.suite.ts'

const isWhole = process.env['IRIS_FAULTS'] === 'all'
const inAll = isWhole ? 100_000 : 1000
// It only ends what hangs: on a busy machine the whole takes most of an hour.
const longest = isWhole ? 7_200_000 : 600_000
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

test(
  '[TEA3] [TEA6] [TEA64] whatever happens in whatever order, a turn ends once, in its order, with its own answer, and for a reason',
  async () => {
    let taken = 0
    console.log(`interleavings: ${inAll} steps, IRIS_FAULTS_SEED=${seed}`)
    const anyCourse = fc.asyncProperty(steps, async (all) => {
      const course = await openInterleavings()
      try {
        for (const [next, rounds] of all) await course.take(next, rounds)
        taken += all.length
        await course.finish()
      } finally {
        await course.close()
      }
    })
    const isEnough = (): boolean => taken >= inAll
    for (let more = seed; !isEnough(); more += 1) await fc.assert(anyCourse, { seed: more, numRuns: 10 })
    console.log(`interleavings: ${taken} steps taken`)
  },
  longest,
)
