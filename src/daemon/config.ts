import type { IrisError, NewEvent } from '../contract/index.ts'
import type { EventLog } from '../core/store/index.ts'
import type { Clock } from '../platform/clock/index.ts'
import {
  asRunning,
  createConfigWatch,
  describeMistake,
  waitingForRestart,
  type CompiledConfig,
  type Environment,
  type Mistake,
  type Waiting,
} from '../platform/config/index.ts'
import type { Logger } from '../platform/log/index.ts'

/** The configuration in force, kept up to date with the file. */
export interface LiveConfig {
  current(): CompiledConfig
  /** What is wrong with the file as it stands; empty when it is the one in force. */
  mistakes(): readonly string[]
  /** What a configuration would have to wait for a restart for; without one, that of the file as it was last read. */
  waiting(wanted?: CompiledConfig): readonly Waiting[]
  /** Calls back after every change that is in force. */
  onChange(listener: () => void): void
  close(): void
}

export function followConfig(deps: {
  environment: Environment
  /** What the daemon was started with. */
  started: CompiledConfig
  log: EventLog
  logger: Logger
  clock: Clock
}): LiveConfig {
  const { environment, started, log, logger, clock } = deps
  const path = environment.configPath
  let current = started
  let wanted = started
  let mistakes: readonly string[] = []
  const listeners: (() => void)[] = []
  recordLoaded()
  const watch = current.settings.hotReloadConfig
    ? createConfigWatch({ environment, clock, current, onChange, onRefused })
    : undefined
  return {
    current: () => current,
    mistakes: () => mistakes,
    waiting: (other = wanted) => waitingForRestart(started, other),
    onChange: (listener) => void listeners.push(listener),
    close: () => watch?.close(),
  }

  function onChange(config: CompiledConfig): void {
    wanted = config
    current = asRunning(started, config)
    mistakes = []
    recordLoaded()
    for (const listener of listeners) listener()
  }

  function onRefused(error: IrisError): void {
    mistakes = mistakesOf(error)
    record({ type: 'config.refused', data: { path, mistakes: [...mistakes] } })
    logger.warn('config refused', { path, mistakes })
  }

  function recordLoaded(): void {
    const teams = [...current.teams.keys()]
    record({ type: 'config.loaded', data: { path, teams } })
    logger.info('config loaded', { path, teams })
    for (const { message } of [...current.notices, ...waitingForRestart(started, wanted)])
      logger.warn('config notice', { path, message })
  }

  /** A full disk must not end the daemon because somebody saved a file; the config is in force all the same. */
  function record(event: NewEvent): void {
    try {
      log.write((append) => append(event))
    } catch (error) {
      logger.warn('config change not recorded', { err: error })
    }
  }
}

function mistakesOf(error: IrisError): string[] {
  const listed = error.details?.['mistakes']
  // CONFIG_INVALID carries the list of Mistake; other codes carry none.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Array.isArray(listed) ? (listed as Mistake[]).map(describeMistake) : [error.message]
}
