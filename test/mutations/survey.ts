import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { reachOf } from '../../scripts/reach.ts'
import { copyTree, type Copy } from './copy.ts'
import type { RandomMutation } from './random.ts'
import { areas, sourcesOf } from './sources.ts'
import { runSwitched, type Found } from './switch-run.ts'
import { switched } from './switched.ts'

/** Which tests are run, and which of the changes that they come to they try. */
interface Stage {
  name: string
  files: string[]
  /** Only changes in the folder of the test. */
  isNear: boolean
  /** The daemon is in the process of the test, from a bundle. */
  isEndToEnd: boolean
}

/** What became of changes that were tried by switches. */
interface Surveyed {
  /** The test that noticed each. */
  noticed: Map<RandomMutation, string>
  /** Those that every test which came to them tried; what runs only when a file is loaded cannot be switched. */
  tried: Set<RandomMutation>
}

/** With a daemon in the process of the test, and quick. */
const together = [
  'http',
  'login',
  'rough-clients',
  'strangers',
  'config-http',
  'from-now',
  'stays',
  'connectors',
]

/** Tries changes in one process for each stage: they all stand in the sources, and one at a time is on. */
export async function survey(
  mutations: readonly RandomMutation[],
  { isNear }: { isNear: boolean },
): Promise<Surveyed> {
  const inFunctions = mutations.filter(({ around }) => around >= 0)
  const surveyed: Surveyed = { noticed: new Map(), tried: new Set() }
  if (inFunctions.length === 0) return surveyed
  const copy = copyTree()
  try {
    const numberOf = writeSwitches(copy)
    const byNumber = new Map(inFunctions.map((one) => [numberOf(one), one]))
    for (const stage of stagesOf(inFunctions).filter((one) => !isNear || one.isNear || one.isEndToEnd)) {
      note(surveyed, byNumber, await runStage(copy, stage, { byNumber, noticed: surveyed.noticed }))
      console.log(`${stage.name}: ${surveyed.noticed.size} of ${inFunctions.length} noticed`)
    }
    return surveyed
  } finally {
    copy.remove()
  }
}

function stagesOf(mutations: readonly RandomMutation[]): Stage[] {
  const changed = [...new Set(mutations.map(({ file }) => file))]
  const folders = new Set(changed.map(folderOf))
  const units = reachOf(changed).unit.filter((file) => file.startsWith('src/'))
  const beside = units.filter((file) => folders.has(folderOf(file)))
  const inOne = together.map((name) => `test/e2e/${name}.test.ts`)
  return [
    { name: 'Tests of the same folder', files: beside, isNear: true, isEndToEnd: false },
    { name: 'All tests beside the code', files: units, isNear: false, isEndToEnd: false },
    { name: 'End-to-end tests in one process', files: inOne, isNear: false, isEndToEnd: true },
  ]
}

function folderOf(file: string): string {
  return file.split('/').slice(0, 3).join('/')
}

/** Puts every change of every area behind its switch, so that the copy is the same whatever is tried. */
function writeSwitches(copy: Copy): (mutation: RandomMutation) => number {
  const door = join(copy.folder, 'test', 'mutations', 'switch.ts')
  const before = new Map<string, number>()
  let count = 0
  for (const source of areas.flatMap(sourcesOf)) {
    const first = count + 1
    before.set(source.fileName, first)
    const text = switched(source, door, (nth) => {
      count = Math.max(count, first + nth)
      return first + nth
    })
    writeFileSync(join(copy.folder, source.fileName), text)
  }
  return ({ file, nth }) => (before.get(file) ?? 0) + nth
}

/** A process that hangs or dies shows that the change it was at is noticed; the next goes on behind it. */
async function runStage(
  copy: Copy,
  { files, isNear, isEndToEnd }: Stage,
  known: { byNumber: ReadonlyMap<number, RandomMutation>; noticed: ReadonlyMap<RandomMutation, string> },
): Promise<Found> {
  const all: Found = { noticed: new Map(), tried: new Set(), missed: new Set(), done: new Set() }
  const skip: string[] = []
  for (let todo = files; todo.length > 0; todo = files.filter((file) => !all.done.has(file))) {
    const changes = [...known.byNumber]
      .filter(([number, one]) => !known.noticed.has(one) && !all.noticed.has(number))
      .map(([number, { file }]) => ({ number, file, ms: 0 }))
    if (changes.length === 0) break
    const { at, isHung, ...found } = await runSwitched(copy, todo, {
      plan: { changes, isNear, skip },
      isEndToEnd,
    })
    for (const [number, by] of found.noticed) all.noticed.set(number, by)
    addTo(all.tried, found.tried)
    addTo(all.missed, found.missed)
    addTo(all.done, found.done)
    if (at && at.change > 0) all.noticed.set(at.change, `${at.test} (it ${isHung ? 'hangs' : 'dies'})`)
    else if (at && isHung) skip.push(`${at.file} ${at.test}`)
    // Whatever is the matter with it without any change, it is left.
    else all.done.add(todo.find((file) => !all.done.has(file)) ?? '')
  }
  return all
}

function addTo<T>(all: Set<T>, more: ReadonlySet<T>): void {
  for (const one of more) all.add(one)
}

function note(surveyed: Surveyed, byNumber: ReadonlyMap<number, RandomMutation>, found: Found): void {
  for (const [number, mutation] of byNumber) {
    const by = found.noticed.get(number)
    if (by !== undefined) surveyed.noticed.set(mutation, by)
    if (found.missed.has(number)) surveyed.tried.delete(mutation)
    else if (found.tried.has(number)) surveyed.tried.add(mutation)
  }
}
