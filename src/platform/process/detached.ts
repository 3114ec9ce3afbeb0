import { open } from 'node:fs/promises'
import { spawned, type Command, type RunningProcess } from './start.ts'

/** Starts a background process that outlives us: own session, no stdin, stdout and stderr appended to `logFile`. */
export async function startDetached(options: Command & { logFile: string }): Promise<RunningProcess> {
  const log = await open(options.logFile, 'a', 0o600)
  try {
    const { child, running } = await spawned({ ...options, detached: true }, ['ignore', log.fd, log.fd])
    child.unref()
    return running
  } finally {
    await log.close()
  }
}
