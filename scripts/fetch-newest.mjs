// What users have today: the newest Node and the newest Claude Code of the npm registry, outside the lock file, kept in
// node_modules/.cache. Run by itself it prints what it has as JSON.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const cache = 'node_modules/.cache/iris-newest'
const nodePackage = `node-${process.platform}-${process.arch}`
// A registry that does not answer is not waited for.
const patience = ['--fetch-timeout=15000', '--fetch-retries=1', '--fetch-retry-mintimeout=1000']

/**
 * The programs and their versions, or why there are none. Without the registry what was fetched before is taken.
 * @returns {{ folder: string, claude: string, node: string, isOld: boolean } | { unreachable: true } | { failed: string }}
 */
export function fetchNewest() {
  const claude = newestOf('@anthropic-ai/claude-code')
  const node = claude && newestOf('node')
  if (!claude || !node) return fetchedBefore() ?? { unreachable: true }
  const name = nameOf({ claude, node })
  const folder = resolve(cache, name, 'node_modules/.bin')
  if (!existsSync(folder)) {
    const failed = install(name, { claude, node })
    if (failed) return { failed }
  }
  for (const old of readdirSync(cache)) {
    if (old !== name) rmSync(join(cache, old), { recursive: true, force: true })
  }
  return { folder, claude, node, isOld: false }
}

function newestOf(name) {
  const { status, stdout } = run('npm', ['view', name, 'dist-tags.latest', ...patience])
  return status === 0 && stdout ? stdout.trim() : undefined
}

function nameOf({ claude, node }) {
  return `claude-${claude}+node-${node}`
}

function fetchedBefore() {
  const names = existsSync(cache) ? readdirSync(cache) : []
  for (const name of names) {
    const { claude, node } = /^claude-(?<claude>.+)\+node-(?<node>.+)$/.exec(name)?.groups ?? {}
    const folder = resolve(cache, name, 'node_modules/.bin')
    if (claude && node) return { folder, claude, node, isOld: true }
  }
  return undefined
}

/** Under another name until it is whole, so that what was cut off is not taken for it. */
function install(name, { claude, node }) {
  const part = join(cache, 'part')
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part, { recursive: true })
  const packages = [`${nodePackage}@${node}`, `@anthropic-ai/claude-code@${claude}`]
  const quiet = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts', '--force']
  const bin = resolve(part, 'node_modules/.bin')
  const failed =
    problemOf(run('npm', ['install', '--prefix', part, ...quiet, ...patience, ...packages])) ??
    // Its script puts the program for this machine into its place.
    problemOf(run(join(bin, 'node'), [join(part, 'node_modules/@anthropic-ai/claude-code/install.cjs')])) ??
    problemOf(run(join(bin, 'claude'), ['--version']))
  if (!failed) renameSync(part, join(cache, name))
  return failed
}

function problemOf({ status, stderr, error }) {
  return status === 0 ? undefined : (error?.message ?? (stderr.trim().slice(-2000) || `exit ${status}`))
}

function run(command, args) {
  return spawnSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(`${JSON.stringify(fetchNewest())}\n`)
}
