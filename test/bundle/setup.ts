// Runs once before the end-to-end tests: bundles the sources that they use, and their own programs.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { bundle } from '../../scripts/bundle.ts'
import { filesIn, importsOf } from '../../scripts/imports.ts'
import { bundleFolder, isTestCode } from './sources.ts'

const root = join(import.meta.dirname, '..', '..')

/** What tests start as processes of their own. */
const programs = [
  'team-daemon.ts',
  'irc-server.ts',
  'lease-daemon.ts',
  'lease-worker.ts',
  'log-writer.ts',
  'merge-child.ts',
  'worktree-deed.ts',
  'wiki-deed.ts',
  'wiki-writer.ts',
]

/** Named by vitest. */
export async function setup(): Promise<void> {
  if (!existsSync(join(root, 'dist', 'daemon', 'main.js')))
    throw new Error('End-to-end tests run the build, which is not there: npm run build')
  rmSync(bundleFolder, { recursive: true, force: true })
  const entryPoints = [...sourcesOfTests(), ...programs.map((name) => join(root, 'test', 'support', name))]
  await build({
    ...bundle,
    entryPoints,
    // Suites may use its matchers.
    external: [...bundle.external, 'vitest'],
    absWorkingDir: root,
    outbase: root,
    outdir: bundleFolder,
  })
}

/** What test code imports of the sources. */
function sourcesOfTests(): string[] {
  const tests = [...filesIn(join(root, 'test'), '.ts'), ...filesIn(join(root, 'src'), '.suite.ts')]
  const imported = tests.flatMap(importsOf).filter((file) => file.startsWith(join(root, 'src')))
  return [...new Set(imported)].filter((file) => !isTestCode(file))
}
