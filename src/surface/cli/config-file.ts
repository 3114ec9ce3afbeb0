import { changeConfigText, exampleConfig, readConfig, type Environment } from '../../platform/config/index.ts'
import { findDaemon } from '../connection/index.ts'

const noticeWithin = 3000

/** Writes the changed file; true once a running daemon uses it, false when it does not, null when none runs. */
export async function changeConfig(
  environment: Environment,
  edit: (text: string) => string,
): Promise<boolean | null> {
  const running = await findDaemon(environment.home)
  const before = running ? (await running.client.call('getStatus', {})).events : 0
  await changeConfigText(environment, (text) => edit(text ?? exampleConfig()))
  if (!running) return null
  if (!readConfig(environment).settings.hotReloadConfig) return false
  const signal = AbortSignal.timeout(noticeWithin)
  for await (const event of running.client.events({ after: before, types: ['config.loaded'], signal }))
    return event.type === 'config.loaded'
  return false
}
