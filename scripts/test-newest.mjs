// Runs end-to-end tests with the newest Claude Code on the newest Node; see scripts/fetch-newest.mjs.
//   node scripts/test-newest.mjs   all tests that start the CLI, with the pinned CLI and with the newest
//   --only-newest                  not with the pinned CLI
//   --protocol                     (unless --all) only the tests that touch the CLI's protocol
//   --report <file>                writes vitest's JSON about the newest there
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { parseArgs } from 'node:util'
import { fetchNewest } from './fetch-newest.mjs'

const { values } = parseArgs({
  options: {
    'only-newest': { type: 'boolean' },
    protocol: { type: 'boolean' },
    all: { type: 'boolean' },
    report: { type: 'string' },
  },
})

const newest = fetchNewest()
if ('unreachable' in newest) {
  process.stderr.write(
    'The npm registry could not be reached and nothing was fetched before: the newest Claude Code was not tested here.\n',
  )
  process.exit(process.env.CI ? 1 : 0)
}
if ('failed' in newest) {
  process.stderr.write(`The newest Node and Claude Code could not be installed: ${newest.failed}\n`)
  process.exit(1)
}

const which = values.protocol && !values.all ? protocolTests() : allTests()
const pinned = values['only-newest'] ? 0 : run('the pinned CLI', process.execPath, {})
const old = newest.isOld ? ' (fetched before: the registry could not be reached)' : ''
const current = run(
  `Claude Code ${newest.claude} on Node ${newest.node}${old}`,
  join(newest.folder, 'node'),
  {
    PATH: `${newest.folder}${delimiter}${process.env.PATH}`,
    IRIS_TEST_CLAUDE: join(newest.folder, 'claude'),
  },
)
process.exit(pinned || current)

function run(name, node, env) {
  process.stdout.write(`── With ${name}\n`)
  const report =
    values.report && env.PATH
      ? ['--reporter=default', '--reporter=json', `--outputFile.json=${values.report}`]
      : []
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project=e2e*', ...which, ...report]
  return spawnSync(node, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1
}

/** Turns, asks, plans, questions, interrupts, ends, subagents, resumed conversations, changes of shifts, and a whole run. */
function protocolTests() {
  const rules = [
    'TRA2',
    'TRA5',
    'TRA6',
    'TRA7',
    'TRA8',
    'TRA9',
    'TRA12',
    'TRA15',
    'INB5',
    'RUN20',
    'TRA29',
    'ORG21',
  ]
  const files = ['transport', 'claude', 'inbox', 'run-pipeline', 'shift-change'].map(
    (name) => `test/e2e/${name}.test.ts`,
  )
  return [...files, '-t', `\\[(${rules.join('|')})\\]`]
}

/** Every file whose world has the genuine CLI in it. */
function allTests() {
  const world = /support\/(?:claude|pipeline|teams|transport)\.ts|rehearsal\/demo/
  return ['test/e2e', 'test/faults']
    .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`))
    .filter((file) => file.endsWith('.test.ts') && world.test(readFileSync(file, 'utf8')))
}
