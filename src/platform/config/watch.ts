import { IrisError } from '../../contract/index.ts'
import type { Cancel, Clock } from '../clock/index.ts'
import { compareConfigs, isUnchanged, type ConfigChanges } from './changes.ts'
import type { CompiledConfig } from './compilation.ts'
import type { Environment } from './environment.ts'
import { createFolderWatch } from './folders.ts'
import { parseConfig, readConfigText } from './loading.ts'

/** What a watch needs and whom it tells. */
export interface ConfigWatchDeps {
  environment: Environment
  clock: Clock
  /** The configuration in force when the watch starts. */
  current: CompiledConfig
  onChange: (config: CompiledConfig, changes: ConfigChanges) => void
  /** A file that cannot be used (CONFIG_INVALID, CONFIG_UNREADABLE); the last good configuration stays in force. */
  onRefused: (error: IrisError) => void
  /** How long the file must be quiet before it is read, in ms. */
  quiet?: number
}

/** A running watch on config.yaml. */
export interface ConfigWatch {
  close(): void
}

// Somebody who writes without pause still gets the file read this often.
const maxPostponement = 2000

/** Follows config.yaml: a good change is handed over, a bad one reported, and nothing is said twice. */
export function createConfigWatch(deps: ConfigWatchDeps): ConfigWatch {
  const { environment, clock, onChange, onRefused, quiet = 150 } = deps
  const path = environment.configPath
  const folders = createFolderWatch({ path, onTouch: () => schedule(quiet), onLost: onRefused })
  let current = deps.current
  let seen: { text: string | undefined } | undefined
  let pending: { since: number; cancel: Cancel } | undefined
  let isClosed = false

  folders.follow()
  // A change between reading `current` and watching would otherwise be missed.
  schedule(0)
  return { close }

  function schedule(delay: number): void {
    if (isClosed) return
    const since = pending?.since ?? clock.steady()
    pending?.cancel()
    const latest = since + maxPostponement - clock.steady()
    pending = { since, cancel: clock.after(Math.max(0, Math.min(delay, latest)), check) }
  }

  function check(): void {
    pending = undefined
    try {
      folders.follow()
      compare(readConfigText(path))
    } catch (error) {
      if (!(error instanceof IrisError)) throw error
      onRefused(error)
    }
  }

  function compare(text: string | undefined): void {
    const before = seen
    seen = { text }
    if (before && before.text === text) return
    const config = parseConfig(text ?? '', environment)
    const changes = compareConfigs(current, config)
    if (!before && isUnchanged(changes)) return
    if (text === undefined) throw gone(path)
    current = config
    onChange(config, changes)
  }

  function close(): void {
    isClosed = true
    pending?.cancel()
    folders.close()
  }
}

function gone(path: string): IrisError {
  return new IrisError('CONFIG_UNREADABLE', `${path} is gone; its last content still applies.`, {
    details: { path },
  })
}
