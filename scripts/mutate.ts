// Changes the sources in one small place after another and shows that the tests notice: `npm run mutate`.
// --listed, --random: only these. --only <text>: those whose rule or file has it. --seed, --count: which random ones.
// --few: three of the listed, chosen by the commit, for `npm test`. --fresh: forgets what is known of earlier runs.
// --jobs: how many at once. --near: of random ones leaves out the farthest tests, which take longest.
import { parseArgs } from 'node:util'
import { copyTree, type Copy } from '../test/mutations/copy.ts'
import { equivalent } from '../test/mutations/equivalent.ts'
import { judgeListed, judgeRandom, namesOf } from '../test/mutations/judging.ts'
import { knownHere, openKnown, type Judged } from '../test/mutations/known.ts'
import { listed } from '../test/mutations/listed.ts'
import { randomMutations, type RandomMutation } from '../test/mutations/random.ts'
import { endRuns } from '../test/mutations/running.ts'
import { survey } from '../test/mutations/survey.ts'
import { commitNumber, pick } from '../test/support/points.ts'

const { values } = parseArgs({
  options: {
    listed: { type: 'boolean', default: false },
    random: { type: 'boolean', default: false },
    near: { type: 'boolean', default: false },
    few: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: '11' },
    count: { type: 'string', default: '150' },
    jobs: { type: 'string', default: '1' },
  },
})
const leastCaught = 0.95
const known = values.few ? knownHere() : openKnown({ isFresh: values.fresh })
const both = values.listed === values.random
let isGood = true
const copies: Copy[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    endRuns()
    copies.forEach((copy) => copy.remove())
    process.exit(130)
  })

if (values.few) isGood = await runListed(pick(listed.filter(isQuick), 3, commitNumber()))
else {
  if (both || values.listed) isGood = (await runListed(listed.filter(wanted))) && isGood
  if (both || values.random) isGood = (await runRandom()) && isGood
}
process.exitCode = isGood ? 0 : 1

async function runListed(chosen: typeof listed): Promise<boolean> {
  const judged = await inTurn(chosen, (mutation, copy) => judgeListed(mutation, { copy, known }))
  const caught = judged.filter(({ isCaught }) => isCaught).length
  console.log(`Listed mutations: ${caught} of ${judged.length} caught`)
  return caught === judged.length
}

async function runRandom(): Promise<boolean> {
  const seed = Number(values.seed)
  const all = randomMutations(seed, Number(values.count)).filter(wanted)
  const told = all.filter((one) => !equivalent.some((other) => same(one, other)))
  const { noticed, tried } = await survey(told, { isNear: values.near })
  const left = told.filter((one) => !noticed.has(one))
  const judged = [
    ...[...noticed].map(([one, by]) => tell({ ...namesOf(one), isCaught: true, by, seconds: 0 })),
    ...(await inTurn(left, (mutation: RandomMutation, copy) =>
      judgeRandom(mutation, { copy, known, wasTried: tried.has(mutation), isNear: values.near }),
    )),
  ]
  const caught = judged.filter(({ isCaught }) => isCaught).length
  const share = judged.length === 0 ? 1 : caught / judged.length
  const words = `${caught} of ${judged.length} caught (${(share * 100).toFixed(1)}%)`
  console.log(`Random mutations, seed ${seed}: ${words}, ${all.length - told.length} equivalent`)
  return share >= leastCaught
}

/** Each job has a copy of its own and takes the next mutation when it is done with one. */
async function inTurn<T>(
  all: readonly T[],
  judge: (one: T, copy: Copy) => Promise<Judged>,
): Promise<Judged[]> {
  const waiting = [...all]
  const judged: Judged[] = []
  copies.push(...Array.from({ length: Math.min(values.few ? 3 : Number(values.jobs), all.length) }, copyTree))
  const remove = (): void => copies.splice(0).forEach((copy) => copy.remove())
  try {
    await Promise.all(copies.map(work))
  } finally {
    remove()
  }
  return judged

  async function work(copy: Copy): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      judged.push(tell(await judge(next, copy).catch(faulty)))
    }
  }
}

function tell(judged: Judged): Judged {
  const { isCaught, id, what, by, seconds } = judged
  const mark = isCaught ? 'caught  ' : 'SURVIVED'
  console.log(`${mark}  ${id.padEnd(8)}  ${what}\n          ${by} · ${seconds.toFixed(1)} s`)
  return judged
}

/** A mutation that shows nothing, as one whose tests fail by themselves, is told with the others. */
function faulty(error: Error): Judged {
  return { id: 'FAULTY', what: error.message, isCaught: false, by: 'nothing was shown', seconds: 0 }
}

function wanted(mutation: { file: string; rule?: string }): boolean {
  return values.only === '' || [mutation.rule, mutation.file].some((text) => text?.includes(values.only))
}

/** Noticed by tests beside the code, which take a second or two. */
function isQuick({ test }: (typeof listed)[number]): boolean {
  return test.startsWith('src/')
}

function same(one: { file: string; was: string; now: string }, other: typeof one): boolean {
  return one.file === other.file && one.was === other.was && one.now === other.now
}
