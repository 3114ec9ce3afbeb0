import { dirname, join, relative, resolve } from 'node:path'
import type { Plugin } from 'vitest/config'

const root = join(import.meta.dirname, '..', '..')

/** Where the sources that end-to-end tests use lie as bundles; see docs/decisions/0082-end-to-end-tests-of-bundles.md. */
export const bundleFolder = join(root, 'artifacts', 'test-bundle')

/** The file in the bundle that was made of a file of the repository. */
export function bundled(file: string): string {
  return join(bundleFolder, relative(root, file).replace(/\.ts$/, '.js'))
}

/** True for what tests are made of, which stays as it is; all else of `src` comes from the bundle. */
export function isTestCode(file: string): boolean {
  const path = relative(root, file)
  return path.startsWith('test/') || /\.(?:suite|test)\.ts$/.test(path)
}

/** Gives test code the bundle wherever it imports a source. */
export function sourcesFromBundle(): Plugin {
  return {
    name: 'sources-from-bundle',
    enforce: 'pre',
    resolveId(name, importer) {
      if (!importer || !name.startsWith('.') || !isTestCode(importer)) return undefined
      const file = resolve(dirname(importer), name)
      return isTestCode(file) || !file.startsWith(join(root, 'src')) ? undefined : bundled(file)
    },
  }
}
