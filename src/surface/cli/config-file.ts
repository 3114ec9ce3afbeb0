import { existsSync, mkdirSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { exampleConfig, readConfig, readConfigText, type Environment } from '../../platform/config/index.ts'
import { findDaemon } from '../connection/index.ts'

const noticeWithin = 3000

/** Writes the changed file; true once a running daemon uses it, false when it does not, null when none runs. */
export async function changeConfig(
  environment: Environment,
  edit: (text: string) => string,
): Promise<boolean | null> {
  const running = await findDaemon(environment.home)
  const before = running ? (await running.client.call('getStatus', {})).events : 0
  const text = edit(readConfigText(environment.configPath) ?? exampleConfig())
  replaceFile(environment.configPath, text)
  if (!running) return null
  if (!readConfig(environment).settings.hotReloadConfig) return false
  const signal = AbortSignal.timeout(noticeWithin)
  for await (const event of running.client.events({ after: before, types: ['config.loaded'], signal }))
    return event.type === 'config.loaded'
  return false
}

/** Whole or not at all; a link to the file stays a link. */
function replaceFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const file = existsSync(path) ? realpathSync(path) : path
  const mode = existsSync(file) ? statSync(file).mode : 0o600
  const fresh = `${file}.${process.pid}.new`
  writeFileSync(fresh, text, { mode })
  renameSync(fresh, file)
}
