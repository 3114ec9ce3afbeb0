import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this package: the first one above this module with a package.json, in the sources and in the build. */
export function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
}

/** The version in package.json. */
export function packageVersion(): string {
  const found: unknown = JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8'))
  return typeof found === 'object' && found && 'version' in found ? String(found.version) : 'unknown'
}
