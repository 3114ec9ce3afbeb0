import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** Environment variables as they were when Iris started. */
export type Variables = Readonly<Record<string, string>>

/** What Iris takes from its surroundings; nothing else in Iris reads `process.env`. */
export interface Environment {
  /** The Iris home: `$IRIS_HOME`, or `~/.iris`. */
  home: string
  /** `config.yaml` in the Iris home. */
  configPath: string
  /** The user's own home folder, for paths that start with `~/`. */
  userHome: string
  variables: Variables
}

/** Reads where Iris lives and the variables that config.yaml may name. */
export function readEnvironment(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Environment {
  const variables = withoutPrototype(env)
  const userHome = variables['HOME'] || variables['USERPROFILE'] || homedir()
  const home = resolve(expandHome(variables['IRIS_HOME'] || '~/.iris', userHome))
  return { home, configPath: join(home, 'config.yaml'), userHome, variables }
}

/** `~/x` under the user's home; any other path as it is. */
export function expandHome(path: string, userHome: string): string {
  return path.startsWith('~/') ? join(userHome, path.slice(2)) : path
}

/** Entries as an object that inherits nothing, so no name reaches a prototype. */
export function withoutPrototype(
  entries: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const safe: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(entries)) if (value !== undefined) safe[name] = value
  return safe
}
