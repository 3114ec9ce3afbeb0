// Which tests a change can reach, for `npm test -- --changed`: by imports, by the programs that end-to-end tests start,
// and all of them when in doubt.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { bundle } from './bundle.ts'
import { filesIn, importsOf } from './imports.ts'

/** The tests to run for a change. */
export interface Reach {
  /** False for words only: then types, imports and dead code are as they were. */
  isCode: boolean
  unit: string[]
  e2e: string[]
}

/** Programs that only some end-to-end tests start, and how the text of such a test or of its support is known. */
const notForAll: Record<string, RegExp> = {
  'src/surface/cli/main.ts': /iris\.js|installed/,
  'src/surface/dashboard/main.tsx': /playwright-core/,
  'src/index.ts': /installed/,
}
const programs = [...bundle.entryPoints, 'src/surface/dashboard/main.tsx']

const isUnitTest = (file: string): boolean => /^(?:src|test\/architecture)\/.*\.test\.ts$/.test(file)
const isEndToEndTest = (file: string): boolean => /^test\/(?:e2e|faults)\/.*\.test\.ts$/.test(file)

/** What the tests of the repository in the current folder have to do with these files of it. */
export function reachOf(changed: readonly string[]): Reach {
  const files = [...filesIn('src', '.ts', '.tsx'), ...filesIn('test', '.ts')]
  const words = changed.filter((file) => /^docs\/|^[^/]+\.md$/.test(file))
  const code = changed.filter((file) => !words.includes(file))
  const unit = files.filter(isUnitTest)
  const e2e = files.filter(isEndToEndTest)
  // Settings, scripts, playbooks, fixtures, packages, what was deleted: nobody knows what depends on them.
  if (code.some((file) => !files.includes(file))) return { isCode: true, unit, e2e }
  const reached = importersOf(code, files)
  return {
    isCode: code.length > 0,
    unit: unit.filter((file) => reached.has(file) || isAboutAll(file) || names(file, words)),
    e2e: e2e.filter((file) => reached.has(file) || startsOneOf(file, reached)),
  }
}

/** Tests of the architecture look at every file. */
function isAboutAll(test: string): boolean {
  return test.startsWith('test/architecture/')
}

function names(test: string, words: readonly string[]): boolean {
  const text = readFileSync(test, 'utf8')
  return words.some((file) => text.includes(basename(file)))
}

/** These files and every file that imports one of them, however far. */
function importersOf(changed: readonly string[], files: readonly string[]): Set<string> {
  const imports = files.map((file) => ({ file, imports: importsOf(file) }))
  const reached = new Set(changed)
  for (const one of reached)
    for (const { file, imports: its } of imports) if (its.includes(one)) reached.add(file)
  return reached
}

function startsOneOf(test: string, reached: ReadonlySet<string>): boolean {
  const started = programs.filter((program) => reached.has(program))
  const texts = [...supportOf(test)].map((file) => readFileSync(file, 'utf8'))
  return started.some((program) => {
    const sign = notForAll[program]
    return !sign || texts.some((text) => sign.test(text))
  })
}

/** A test and the files under `test` that it imports, however far. */
function supportOf(test: string): Set<string> {
  const support = new Set([test])
  for (const file of support)
    for (const imported of importsOf(file)) if (imported.startsWith('test/')) support.add(imported)
  return support
}

/** The files that differ from a commit, also those that git does not know yet; usually from where this branch left main. */
export function changedSince(commit = git('merge-base', 'HEAD', 'main')[0] ?? 'HEAD'): string[] {
  return [
    ...git('diff', '--name-only', '--no-renames', '--end-of-options', commit),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
}

function git(...args: string[]): string[] {
  const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return stdout.split('\n').filter((line) => line !== '')
}
