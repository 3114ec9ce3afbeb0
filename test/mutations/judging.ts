import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Copy } from './copy.ts'
import type { Judged, Known } from './known.ts'
import type { Mutation } from './mutation.ts'
import type { RandomMutation } from './random.ts'
import { runTests, type Tests } from './running.ts'

interface Deps {
  copy: Copy
  known: Known
}

/** Ends what hangs: so much besides a multiple of what the same tests take unchanged. A wait in a test ends by itself before. */
const grace = { unit: 30_000, e2e: 75_000 }
const multiple = 5
const longestBaseline = 1_800_000

/** A rule that is broken must be noticed by the tests that cite it. */
export function judgeListed(mutation: Mutation, deps: Deps): Promise<Judged> {
  const { rule, file, put, find } = mutation
  const what = `${file}: ${oneLine(find)} → ${oneLine(put) || 'nothing'}`
  const tests = { files: [mutation.test], named: `\\[${rule}\\]` }
  return judge({ id: rule, what, mutation, stages: [tests] }, deps)
}

/** Caught by whichever test of the place notices. */
export function judgeRandom(mutation: RandomMutation, deps: Deps & { isNear: boolean }): Promise<Judged> {
  const { file, line, kind, was, now, area } = mutation
  const id = createHash('sha256')
    .update(JSON.stringify([file, was, now]))
    .digest('hex')
    .slice(0, 8)
  const what = `${file}:${line} ${kind}: ${oneLine(now)}`
  const stages = area.stages.slice(0, deps.isNear ? -1 : undefined).map((files) => ({ files }))
  return judge({ id, what, mutation, stages }, deps)
}

type Case = Pick<Judged, 'id' | 'what'> & {
  mutation: Pick<Mutation, 'file' | 'find' | 'put'>
  stages: readonly Tests[]
}

/** What was caught stays so until its file changes; what survived is tried again when tests of it change. */
async function judge(one: Case, { copy, known }: Deps): Promise<Judged> {
  const { file, put } = one.mutation
  const caught = { id: one.id, file, put, text: textsOf(copy, [file]) }
  const survived = {
    ...caught,
    tests: textsOf(
      copy,
      one.stages.flatMap(({ files }) => files),
    ),
  }
  const before = known.get(caught)?.judged ?? known.get(survived)?.judged
  if (before) return before
  const judged = await runStages(one, { copy, known })
  known.set(judged.isCaught ? caught : survived, { judged })
  return judged
}

async function runStages({ id, what, mutation, stages }: Case, deps: Deps): Promise<Judged> {
  let seconds = 0
  for (const tests of stages) {
    const limit = await limitOf(tests, deps)
    const ran = await deps.copy.changed(mutation, () => runTests(deps.copy, tests, limit))
    seconds += ran.seconds
    if (ran.failed === undefined) continue
    if (tests.named !== undefined && ran.isUnloaded)
      throw new Error(`${id}: ${what} does not load, so it shows nothing: ${ran.failed}`)
    return { id, what, isCaught: true, by: oneLine(ran.failed), seconds }
  }
  return { id, what, isCaught: false, by: 'nobody noticed', seconds }
}

/** Tests that fail without any change would notice everything; how long they take is what hanging is measured by. */
async function limitOf(tests: Tests, { copy, known }: Deps): Promise<number> {
  const about = { tests, texts: textsOf(copy, tests.files) }
  const before = known.get(about)?.limit
  if (before !== undefined) return before
  const first = await runTests(copy, tests, longestBaseline)
  // On a busy machine a test may fail by itself now and then.
  const ran = first.failed === undefined ? first : await runTests(copy, tests, longestBaseline)
  const { passed, failed, seconds } = ran
  const which = `${tests.files.join(', ')} ${tests.named ?? ''}`
  if (failed !== undefined) throw new Error(`Without any change ${which} fails: ${failed}`)
  if (passed === 0) throw new Error(`There is no test in ${which}`)
  const isUnit = tests.files.every((file) => file.startsWith('src/'))
  const limit = (isUnit ? grace.unit : grace.e2e) + multiple * seconds * 1000
  known.set(about, { limit })
  return limit
}

/** What a finding is about: the texts of these files, and of the tests in these folders. */
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
    .filter((name) => /\.(test|suite)\.ts$/.test(name))
    .toSorted()
    .map((name) => join(folder, name))
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 140 ? `${line.slice(0, 139)}…` : line
}
