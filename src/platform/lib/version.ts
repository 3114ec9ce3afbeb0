import { createRequire } from 'node:module'

/** The version in package.json, which stands three folders up in the sources and in the build. */
export function packageVersion(): string {
  const found: unknown = createRequire(import.meta.url)('../../../package.json')
  return typeof found === 'object' && found && 'version' in found ? String(found.version) : 'unknown'
}
