// Runs the tests of the SQLite port and the log on a Node that has SQLite built in, fetched from the npm registry.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

const version = '22.23.3'
const name = `node-${process.platform}-${process.arch}`
const folder = 'node_modules/.cache/iris-node-22'
const node = join(folder, 'node_modules', name, 'bin', 'node')

if (!existsSync(node)) {
  mkdirSync(folder, { recursive: true })
  const args = [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--no-package-lock',
    '--no-audit',
    '--no-fund',
    `${name}@${version}`,
  ]
  spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] })
}
if (!existsSync(node)) {
  process.stderr.write(
    `Node ${version} could not be fetched as ${name}, so node:sqlite was not tested here.\n`,
  )
  process.exit(process.env.CI ? 1 : 0)
}
const output = process.argv[2]
  ? ['--reporter=default', '--reporter=json', `--outputFile.json=${process.argv[2]}`]
  : []
const { status } = spawnSync(
  node,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'unit*',
    'src/platform/sqlite',
    'src/core/store',
    ...output,
  ],
  { stdio: 'inherit' },
)
process.exit(status ?? 1)
