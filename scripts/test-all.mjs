// Everything the project can check about itself, in order of cost. The last line counts the tests.
//   --all                  the newest Claude Code does not only what touches its protocol, but all tests that start it
//   --changed [<commit>]   only what the difference from a commit can reach: from that in main, unless another is named
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
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
const sqliteTests = ['scripts/sqlite-on-node-22.mjs', `${counts}/node-22.json`]
const newestTests = ['scripts/test-newest.mjs', '--only-newest', ...part, '--report', `${counts}/newest.json`]

/**
 * What each step runs, and whether a change needs it. One that leaves much of the processor free goes on beside those
 * after it, and is over before the step that it names. @type {[string, string, string[], boolean, string?][]}
 */
const steps = [
  ['Set-up', 'node', ['scripts/test-setup.mjs'], reach?.e2e.length !== 0, 'Build'],
  ['Format', 'npm', ['run', '-s', 'format:check'], true],
  ['Lint', 'npm', ['run', '-s', 'lint'], reach?.isCode ?? true],
  ['Types', 'npm', ['run', '-s', 'typecheck'], reach?.isCode ?? true],
  ['Imports', 'npm', ['run', '-s', 'deps'], reach?.isCode ?? true, 'Build'],
  ['Dead code', 'npm', ['run', '-s', 'unused'], reach?.isCode ?? true],
  ['Build', 'npm', ['run', '-s', 'build'], reach?.e2e.length !== 0],
  ['Unit tests', 'npx', vitest('unit', reach?.unit), reach?.unit.length !== 0],
  ['Tests with processes', 'npx', vitest('unit-process', reach?.unit), reach?.unit.length !== 0],
  ['Mutations (three)', 'npm', ['run', '-s', 'mutate', '--', '--few'], !reach, 'Newest Claude Code'],
  ['End-to-end tests', 'npx', vitest('e2e*', reach?.e2e), reach?.e2e.length !== 0],
  ['SQLite on Node 22', 'node', sqliteTests, !reach, 'Benchmarks (smoke)'],
  ['Newest Claude Code', 'node', newestTests, !reach],
  ['Benchmarks (smoke)', 'npm', ['run', '-s', 'bench:smoke'], !reach],
]

const failed = []
/** Under way, each with the step before which it is over. @type {{ until: string, done: Promise<void> }[]} */
const beside = []
for (const [name, command, args, isNeeded, until] of steps) {
  await Promise.all(beside.filter((other) => other.until === name).map(({ done }) => done))
  if (!isNeeded || failed.includes('Build')) continue
  if (name === 'Newest Claude Code') await fetching
  if (until) beside.push({ until, done: run(name, [command, args], 'pipe') })
  else await run(name, [command, args], 'inherit')
}
await Promise.all(beside.map(({ done }) => done))

const totals = ['unit', 'unit-process', 'e2e*', 'newest', 'node-22'].map(read)
const sum = (key) => totals.reduce((total, counted) => total + counted[key], 0)
if (failed.length > 0) process.stdout.write(`\nFailed: ${failed.join(', ')}\n`)
for (const line of totals.flatMap(failuresOf)) process.stdout.write(`${line}\n`)
process.stdout.write(
  `\n${sum('numPassedTests')} passed, ${sum('numFailedTests')} failed, ${sum('numPendingTests')} skipped\n`,
)
process.exit(failed.length === 0 ? 0 : 1)

/** Runs a step; what it prints is shown at once, or when it is over. */
async function run(name, [command, args], output) {
  const start = Date.now()
  if (output === 'inherit') process.stdout.write(`\n── ${name}\n`)
  const child = spawn(command, args, { stdio: ['inherit', output, output] })
  const printed = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => printed.push(chunk))
  const [status] = await once(child, 'close')
  if (output === 'pipe') process.stdout.write(`\n── ${name}\n${Buffer.concat(printed)}`)
  process.stdout.write(
    `── ${name}: ${status === 0 ? 'ok' : 'FAILED'} in ${((Date.now() - start) / 1000).toFixed(1)} s\n`,
  )
  if (status !== 0) failed.push(name)
}

/** All tests of a project, or these files of it. */
function vitest(project, files = []) {
  return [
    'vitest',
    'run',
    ...files,
    `--project=${project}`,
    // A change may reach none of them.
    '--passWithNoTests',
    ...(project === 'unit' ? ['--maxWorkers=2'] : []),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportOf(project)}`,
  ]
}

/** A line for each test that failed and each file that did not load, so that the end of the output says which. */
function failuresOf({ testResults = [] }) {
  return testResults
    .filter((file) => file.status === 'failed')
    .flatMap((file) => {
      const name = relative('.', file.name)
      const tests = file.assertionResults.filter((test) => test.status === 'failed')
      if (tests.length === 0) return [`  ${name}: ${firstLine(file.message)}`]
      return tests.map((test) => `  ${name}: ${test.fullName}: ${firstLine(test.failureMessages[0])}`)
    })
}

function firstLine(text = '') {
  return text.split('\n')[0].slice(0, 200)
}

function reportOf(project) {
  return `${counts}/${project.replace('*', '')}.json`
}

function read(project) {
  const path = reportOf(project)
  const none = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0 }
  const counted = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : none
  // Tests that were not chosen for it are not skipped.
  return project === 'newest' ? { ...counted, numPendingTests: 0 } : counted
}
