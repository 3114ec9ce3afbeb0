// Everything the project can check about itself, in order of cost. The last line counts the tests.
//   --all                  the newest Claude Code does not only what touches its protocol, but all tests that start it
//   --changed [<commit>]   only what the difference from a commit can reach: from that in main, unless another is named
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { changedSince, reachOf } from './reach.ts'

const { values, positionals } = parseArgs({
  options: { all: { type: 'boolean' }, changed: { type: 'boolean' } },
  allowPositionals: true,
})
const counts = 'artifacts/tests'
rmSync(counts, { recursive: true, force: true })
mkdirSync(counts, { recursive: true })

const reach = values.changed ? reachOf(changedSince(positionals[0])) : undefined
// It comes while the first steps use the processor.
const fetching = !reach && once(spawn('node', ['scripts/fetch-newest.mjs'], { stdio: 'ignore' }), 'exit')
const part = values.all ? [] : ['--protocol']
const newestTests = ['scripts/test-newest.mjs', '--only-newest', ...part, '--report', `${counts}/newest.json`]

/** What each step runs, and whether a change needs it. @type {[string, string, string[], boolean][]} */
const steps = [
  ['Set-up', 'node', ['scripts/test-setup.mjs'], reach?.e2e.length !== 0],
  ['Format', 'npm', ['run', '-s', 'format:check'], true],
  ['Lint', 'npm', ['run', '-s', 'lint'], reach?.isCode ?? true],
  ['Types', 'npm', ['run', '-s', 'typecheck'], reach?.isCode ?? true],
  ['Imports', 'npm', ['run', '-s', 'deps'], reach?.isCode ?? true],
  ['Dead code', 'npm', ['run', '-s', 'unused'], reach?.isCode ?? true],
  ['Build', 'npm', ['run', '-s', 'build'], reach?.e2e.length !== 0],
  ['Unit tests', 'npx', vitest('unit', reach?.unit), reach?.unit.length !== 0],
  ['Mutations (three)', 'npm', ['run', '-s', 'mutate', '--', '--few'], !reach],
  ['End-to-end tests', 'npx', vitest('e2e', reach?.e2e), reach?.e2e.length !== 0],
  ['Newest Claude Code', 'node', newestTests, !reach],
  ['SQLite on Node 22', 'node', ['scripts/sqlite-on-node-22.mjs', `${counts}/node-22.json`], !reach],
  ['Benchmarks (smoke)', 'npm', ['run', '-s', 'bench:smoke'], !reach],
]

const failed = []
for (const [name, command, args] of steps.filter(([, , , isNeeded]) => isNeeded)) {
  process.stdout.write(`\n── ${name}\n`)
  const start = Date.now()
  if (name === 'Newest Claude Code') await fetching
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  process.stdout.write(
    `── ${name}: ${status === 0 ? 'ok' : 'FAILED'} in ${((Date.now() - start) / 1000).toFixed(1)} s\n`,
  )
  if (status !== 0) failed.push(name)
  if (status !== 0 && name === 'Build') break
}

const totals = ['unit', 'e2e', 'newest', 'node-22'].map(read)
const sum = (key) => totals.reduce((total, counted) => total + counted[key], 0)
if (failed.length > 0) process.stdout.write(`\nFailed: ${failed.join(', ')}\n`)
process.stdout.write(
  `\n${sum('numPassedTests')} passed, ${sum('numFailedTests')} failed, ${sum('numPendingTests')} skipped\n`,
)
process.exit(failed.length === 0 ? 0 : 1)

/** All tests of a project, or these files of it. */
function vitest(project, files = []) {
  return [
    'vitest',
    'run',
    ...files,
    `--project=${project}*`,
    ...(project === 'unit' ? ['--maxWorkers=2'] : []),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${counts}/${project}.json`,
  ]
}

function read(project) {
  const path = `${counts}/${project}.json`
  const none = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0 }
  const counted = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : none
  // Tests that were not chosen for it are not skipped.
  return project === 'newest' ? { ...counted, numPendingTests: 0 } : counted
}
