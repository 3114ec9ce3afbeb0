// After `npm ci` in a checkout: an older Node needs better-sqlite3, which npm leaves out without a word when it does
// not build. It does not when node-gyp cannot download Node's headers, even where they lie beside Node itself.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const nodeFolder = dirname(dirname(process.execPath))

if (!hasSqlite() && hasHeaders()) build()
if (!hasSqlite()) {
  process.stderr.write(`
Iris has no SQLite here: Node ${process.versions.node} has none built in, and better-sqlite3 could not be built.
Either use Node 22.13 or newer, or install python3, make and g++, and run npm ci again. Without a way to
nodejs.org the headers of this Node are needed too: ${join(nodeFolder, 'include', 'node')}
`)
  process.exitCode = 1
}

function hasSqlite() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 13)) return true
  // In a process of its own: what a failed look-up has cached would be found again after the build.
  const load = "new (require('better-sqlite3'))(':memory:').close()"
  return spawnSync(process.execPath, ['-e', load], { stdio: 'ignore' }).status === 0
}

/** Headers of another Node would build a module that does not load. */
function hasHeaders() {
  try {
    const version = readFileSync(join(nodeFolder, 'include', 'node', 'node_version.h'), 'utf8')
    return version.includes(`#define NODE_MODULE_VERSION ${process.versions.modules}\n`)
  } catch {
    return false
  }
}

function build() {
  process.stdout.write(`Building better-sqlite3 with the headers of ${nodeFolder}\n`)
  // First the files, as the lock file names them; then only this package's own script.
  npm(['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'])
  npm(['rebuild', 'better-sqlite3'])
}

function npm(args) {
  const env = { ...process.env, npm_config_nodedir: nodeFolder, npm_config_build_from_source: 'true' }
  // Newer npm warns about settings that only node-gyp knows.
  const quiet = [...args, '--loglevel=error']
  spawnSync(process.execPath, [process.env.npm_execpath, ...quiet], { stdio: 'inherit', env })
}
