// Everything the project can check about itself, in order of cost. The last line counts the tests. With --all the newest
// Claude Code does not only what touches its protocol, but all tests that start it.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'

const counts = 'artifacts/tests'
rmSync(counts, { recursive: true, force: true })
mkdirSync(counts, { recursive: true })

// It comes while the first steps use the processor.
const fetching = once(spawn('node', ['scripts/fetch-newest.mjs'], { stdio: 'ignore' }), 'exit')
const part = process.argv.includes('--all') ? [] : ['--protocol']

const newestTests = ['scripts/test-newest.mjs', '--only-newest', ...part, '--report', `${counts}/newest.json`]

/** @type {[string, string, string[]][]} */
const steps = [
  ['Set-up', 'node', ['scripts/test-setup.mjs']],
  ['Format', 'npm', ['run', '-s', 'format:check']],
  ['Lint', 'npm', ['run', '-s', 'lint']],
  ['Types', 'npm', ['run', '-s', 'typecheck']],
  ['Imports', 'npm', ['run', '-s', 'deps']],
  ['Dead code', 'npm', ['run', '-s', 'unused']],
  ['Build', 'npm', ['run', '-s', 'build']],
  ['Unit tests', 'npx', vitest('unit')],
  ['Mutations (three)', 'npm', ['run', '-s', 'mutate', '--', '--few']],
  ['End-to-end tests', 'npx', vitest('e2e')],
  ['Newest Claude Code', 'node', newestTests],
  ['SQLite on Node 22', 'node', ['scripts/sqlite-on-node-22.mjs', `${counts}/node-22.json`]],
  ['Benchmarks (smoke)', 'npm', ['run', '-s', 'bench:smoke']],
]

const failed = []
for (const [name, command, args] of steps) {
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

function vitest(project) {
  return [
    'vitest',
    'run',
    '--project',
    project,
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
