import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Copy } from './copy.ts'
import type { Judged, Known } from './known.ts'
import { listed } from './listed.ts'
import type { Mutation } from './mutation.ts'
import type { RandomMutation } from './random.ts'
import { runTests, type Ran, type Tests } from './running.ts'

interface Deps {
  copy: Copy
  known: Known
}

/** Ends what hangs: so much besides a multiple of what the same tests take unchanged. A wait in a test ends by itself before. */
const grace = { unit: 30_000, e2e: 75_000 }
const multiple = 5
const maxBaseline = 1_800_000
const inVainAfter = 45
const patienceOfUnits = 15

/** A rule that is broken must be noticed by the tests that cite it. */
export function judgeListed(mutation: Mutation, deps: Deps): Promise<Judged> {
  const { rule, file, put, find, test } = mutation
  const what = `${file}: ${oneLine(find)} → ${oneLine(put) || 'nothing'}`
  // Unchanged, the tests of a file are run once, for all rules that they prove.
  const rules = new Set(listed.filter((other) => other.test === test).map((other) => `[${other.rule}]`))
  const unchanged = { files: [test], named: [...rules].toSorted() }
  const stage = { tests: { files: [test], named: [`[${rule}]`] }, unchanged }
  return judge({ id: rule, what, mutation, stages: [stage], mustLoad: true }, deps)
}

/** What tests in one process did not notice: caught by tests beside the code, unless they were tried, or end-to-end tests. */
export function judgeRandom(
  mutation: RandomMutation,
  deps: Deps & { wasTried: boolean; isNear: boolean },
): Promise<Judged> {
  const { file, area } = mutation
  const beside = deps.wasTried ? [] : [[`${file.split('/').slice(0, 3).join('/')}/`]]
  const stages = [...beside, ...area.stages.slice(0, deps.isNear ? -1 : undefined)].map((files) => ({
    tests: { files },
    unchanged: { files },
  }))
  return judge({ ...namesOf(mutation), mutation, stages }, deps)
}

/** How a random mutation is told of. */
export function namesOf({ file, line, kind, was, now }: RandomMutation): Pick<Judged, 'id' | 'what'> {
  const hash = createHash('sha256').update(JSON.stringify([file, was, now]))
  return { id: hash.digest('hex').slice(0, 8), what: `${file}:${line} ${kind}: ${oneLine(now)}` }
}

/** Tests that may notice, and those that must pass first without the change, which says how long they may take. */
interface Stage {
  tests: Tests
  unchanged: Tests
}

type Case = Pick<Judged, 'id' | 'what'> & {
  mustLoad?: boolean
  mutation: Pick<Mutation, 'file' | 'find' | 'put' | 'isBuilt'>
  stages: readonly Stage[]
}

/** What was caught stays so until its file changes; what survived is tried again when tests of it, or what they use, change. */
async function judge(one: Case, { copy, known }: Deps): Promise<Judged> {
  const { file, put } = one.mutation
  const caught = { id: one.id, file, put, text: textsOf(copy, [file]) }
  const files = one.stages.flatMap(({ tests }) => tests.files)
  const folders = new Set(files.map((path) => join(path, path.endsWith('/') ? '.' : '..', '/')))
  const survived = { ...caught, tests: textsOf(copy, [...folders, 'test/support/']) }
  const before = known.get(caught)?.judged ?? known.get(survived)?.judged
  if (before) return before
  const judged = await runStages(one, { copy, known })
  known.set(judged.isCaught ? caught : survived, { judged })
  return judged
}

async function runStages({ id, what, mutation, stages, mustLoad }: Case, deps: Deps): Promise<Judged> {
  let seconds = 0
  for (const stage of stages) {
    const { tests } = stage
    const limit = await limitOf(stage.unchanged, deps)
    const run = (which: Tests): Promise<Ran> =>
      deps.copy.changed(mutation, () => runTests(deps.copy, which, limit))
    const ran = await run(tests)
    seconds += ran.seconds
    if (ran.failed === undefined) continue
    if (mustLoad && ran.isUnloaded)
      throw new Error(`${id}: ${what} does not load, so it shows nothing: ${ran.failed}`)
    if (await isChance(ran, tests, run)) continue
    return { id, what, isCaught: true, by: oneLine(ran.failed), seconds }
  }
  return { id, what, isCaught: false, by: 'nobody noticed', seconds }
}

/** On a busy machine a test may fail by itself: one that notices does so again, unless it was quick, or of many processes and waited long in vain. */
async function isChance(
  { failedTest, seconds }: Ran,
  { files }: Tests,
  run: (tests: Tests) => Promise<Ran>,
): Promise<boolean> {
  const isSure = files.every(isUnit) ? seconds < patienceOfUnits : seconds > inVainAfter
  if (failedTest === undefined || isSure) return false
  return (await run({ files, named: [failedTest] })).failed === undefined
}

/** Tests that fail without any change would notice everything; how long they take is what hanging is measured by. */
async function limitOf(tests: Tests, { copy, known }: Deps): Promise<number> {
  const about = { tests, texts: textsOf(copy, tests.files) }
  const before = known.get(about)?.limit
  if (before !== undefined) return before
  const first = await runTests(copy, tests, maxBaseline)
  // On a busy machine a test may fail by itself now and then.
  const ran = first.failed === undefined ? first : await runTests(copy, tests, maxBaseline)
  const { passed, failed, seconds } = ran
  const which = tests.files.join(', ')
  if (failed !== undefined) throw new Error(`Without any change ${which} fails: ${failed}`)
  const absent = (tests.named ?? ['']).filter((name) => !passed.some((test) => test.includes(name)))
  if (absent.length > 0) throw new Error(`There is no test ${absent.join(', ')} in ${which}`)
  const limit = (tests.files.every(isUnit) ? grace.unit : grace.e2e) + multiple * seconds * 1000
  known.set(about, { limit })
  return limit
}

function isUnit(file: string): boolean {
  return file.startsWith('src/')
}

/** What a finding is about: the texts of these files, and of the tests and what they use in these folders. */
function textsOf(copy: Copy, paths: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((path) => filesAt(copy.folder, path))) hash.update(readFileSync(file))
  return hash.digest('hex')
}

function filesAt(root: string, path: string): string[] {
  const whole = join(root, path)
  if (statSync(whole, { throwIfNoEntry: false })?.isFile()) return [whole]
  const folder = path.endsWith('/') ? whole : join(whole, '..')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => path.startsWith('test/support') || /\.(test|suite)\.ts$/.test(name))
    .toSorted()
    .map((name) => join(folder, name))
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 140 ? `${line.slice(0, 139)}…` : line
}
