import { isDeepStrictEqual } from 'node:util'
import type { CompiledConfig } from './compilation.ts'
import { formatPath, valueAt } from './path.ts'
import { atStart } from './sections/at-start.ts'

/** A value of the file that is in force after a restart. */
export interface Waiting {
  path: string
  message: string
}

/** A changed configuration as a running daemon can use it: what is read at the start stays as it was then. */
export function asRunning(started: CompiledConfig, wanted: CompiledConfig): CompiledConfig {
  const { httpPort, host, allowedHosts, allowedOrigins, publicUrl, hotReloadConfig, logLevel } =
    started.settings
  const kept = { httpPort, host, allowedHosts, allowedOrigins, publicUrl, hotReloadConfig, logLevel }
  const { database, dashboard } = started
  return { ...wanted, settings: { ...wanted.settings, ...kept }, database, dashboard }
}

/** What of a configuration waits for a restart, in words. */
export function waitingForRestart(started: CompiledConfig, wanted: CompiledConfig): Waiting[] {
  return atStart.flatMap((path) => {
    const [now, then] = [valueAt(started, path), valueAt(wanted, path)]
    if (isDeepStrictEqual(now, then)) return []
    const name = formatPath(path)
    return { path: name, message: `${name} is ${shown(now)} until a restart, then ${shown(then)}.` }
  })
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
