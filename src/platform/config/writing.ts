import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { IrisError } from '../../contract/index.ts'
import { systemClock } from '../clock/index.ts'
import { replaceFile } from '../lib/index.ts'
import { takeLock, type Lock } from '../process/index.ts'
import type { Environment } from './environment.ts'
import { readConfigText } from './loading.ts'

const waitFor = 10_000
const retryEvery = 10

/**
 * Changes config.yaml, whole or not at all: `edit` gets what the file says now, undefined when there is none. Commands
 * and the daemon that change it at the same moment do so one after the other.
 */
export async function changeConfigText(
  { home, configPath }: Environment,
  edit: (text: string | undefined) => string,
): Promise<void> {
  for (const folder of [home, dirname(configPath)]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = await lockFor(home)
  try {
    replace(configPath, edit(readConfigText(configPath)))
  } finally {
    lock.release()
  }
}

async function lockFor(home: string): Promise<Lock> {
  const deadline = systemClock.steady() + waitFor
  for (;;) {
    const lock = takeLock(home, 'config')
    if (!('heldBy' in lock)) return lock
    if (systemClock.steady() > deadline)
      throw new IrisError('CONFIG_CHANGED', 'config.yaml is being changed by another command.')
    await new Promise((resolve) => setTimeout(resolve, retryEvery))
  }
}

/** A link to the file stays a link. */
function replace(path: string, text: string): void {
  const file = existsSync(path) ? realpathSync(path) : path
  const mode = existsSync(file) ? statSync(file).mode : 0o600
  replaceFile(file, text, mode)
}
