// Runs once before the end-to-end tests: bundles the sources that they use, and their own programs.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { bundle } from '../../scripts/bundle.ts'
import { filesIn, importsOf } from '../../scripts/imports.ts'
import { bundleFolder, isTestCode } from './sources.ts'

const root = join(import.meta.dirname, '..', '..')

/** Named by vitest. */
export async function setup(): Promise<void> {
  if (!existsSync(join(root, 'dist', 'daemon', 'main.js')))
    throw new Error('End-to-end tests run the build, which is not there: npm run build')
  rmSync(bundleFolder, { recursive: true, force: true })
  const entryPoints = [...sourcesOfTests(), join(root, 'test', 'support', 'team-daemon.ts')]
  await build({ ...bundle, entryPoints, absWorkingDir: root, outbase: root, outdir: bundleFolder })
}

/** What test code imports of the sources. */
function sourcesOfTests(): string[] {
  const tests = [...filesIn(join(root, 'test'), '.ts'), ...filesIn(join(root, 'src'), '.suite.ts')]
  const imported = tests.flatMap(importsOf).filter((file) => file.startsWith(join(root, 'src')))
  return [...new Set(imported)].filter((file) => !isTestCode(file))
}
