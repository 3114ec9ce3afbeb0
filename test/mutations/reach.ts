import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesIn } from '../../scripts/imports.ts'
import { reachOf } from '../../scripts/reach.ts'
import { copyTree, type Copy } from './copy.ts'
import type { Known } from './known.ts'
import { noting } from './places.ts'
import { runVitest } from './running.ts'
import { areas, sourcesOf } from './sources.ts'

/** A test beside the code, the numbers of the places that it reaches, and how long it takes. */
export interface ReachedBy {
  file: string
  name: string
  ms: number
  isGood: boolean
  places: number[]
}

/** Says which tests beside the code can notice a change. */
export interface Reach {
  testsOf(place: { file: string; around: number }): ReachedBy[]
}

const longest = 1_800_000

/** Runs the tests beside the code once, in a copy whose functions note that they were reached; what is known is not run again. */
export async function findReach(known: Known): Promise<Reach> {
  const numbers = new Map<string, number>()
  const copy = copyTree()
  try {
    const sources = areas.flatMap(sourcesOf)
    const texts = hashOf(
      filesIn('src', '.ts', '.tsx').filter((file) => !isTest(file)),
      copy,
    )
    for (const source of sources)
      writeFileSync(join(copy.folder, source.fileName), noting(source, numberIn(source.fileName)))
    const files = reachOf(sources.map(({ fileName }) => fileName)).unit.filter((file) =>
      file.startsWith('src/'),
    )
    const about = (file: string): unknown => ({ reachedBy: file, test: hashOf([file], copy), texts })
    const unknown = files.filter((file) => known.get(about(file)) === undefined)
    const found = unknown.length > 0 ? await run(copy, unknown) : []
    const ofFile = (file: string): ReachedBy[] => found.filter((one) => one.file === file)
    for (const file of unknown) if (isWhole(ofFile(file))) known.set(about(file), { reached: ofFile(file) })
    const all = files.flatMap(
      (file) => known.get(about(file))?.reached ?? ofFile(file).filter(({ isGood }) => isGood),
    )
    return { testsOf: (place) => all.filter(reaching(place)) }
  } finally {
    copy.remove()
  }

  function numberIn(file: string): (start: number) => number {
    return (start) => {
      const place = `${file}@${start}`
      numbers.set(place, numbers.get(place) ?? numbers.size)
      return numbers.get(place) ?? -1
    }
  }

  /** Outside of all functions a change is reached by whoever reaches one of its file. */
  function reaching({ file, around }: { file: string; around: number }): (test: ReachedBy) => boolean {
    const start =
      around >= 0
        ? [`${file}@${around}`]
        : [...numbers.keys()].filter((place) => place.startsWith(`${file}@`))
    const wanted = new Set(start.map((place) => numbers.get(place)))
    return ({ places }) => places.some((place) => wanted.has(place))
  }
}

async function run(copy: Copy, files: readonly string[]): Promise<ReachedBy[]> {
  const config = join('test', 'mutations', 'reaching.config.ts')
  await runVitest(copy, ['--config', config, ...files], longest)
  return readdirSync(copy.temporary)
    .filter((name) => name.endsWith('.reached.json'))
    .flatMap((name) => JSON.parse(readFileSync(join(copy.temporary, name), 'utf8')) as ReachedBy[])
}

/** A test that fails without any change, as one may on a busy machine, cannot notice one; its file is run anew the next time. */
function isWhole(tests: readonly ReachedBy[]): boolean {
  return tests.length > 0 && tests.every(({ isGood }) => isGood)
}

function isTest(file: string): boolean {
  return /\.(test|suite)\.tsx?$/.test(file)
}

function hashOf(files: readonly string[], copy: Copy): string {
  const hash = createHash('sha256')
  for (const file of files.toSorted()) hash.update(readFileSync(join(copy.folder, file)))
  return hash.digest('hex')
}
