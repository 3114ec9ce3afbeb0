import { homeFiles, IrisError, type DaemonAddress } from '../../contract/plain.ts'
import { readSmallFile } from '../../platform/lib/index.ts'

/** The address file of the home, if there is one; it may be stale after a crash. A daemon of an older Iris names no socket. */
export function readAddress(home: string): DaemonAddress | undefined {
  const found = readJson(homeFiles(home).address)
  if (typeof found !== 'object' || found === null) return undefined
  const { url, socket, pid, version } = { url: '', socket: '', pid: 0, version: '', ...found }
  const isWhole = [url, socket, version].every((text) => typeof text === 'string') && Number.isInteger(pid)
  return isWhole ? { url, socket, pid, version } : undefined
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readSmallFile(path))
  } catch {
    // No daemon, or one that is just writing the file: both mean "not there yet" to the caller.
    return undefined
  }
}

/** The token of the owner of the home. */
export function readToken(home: string): string {
  try {
    return readSmallFile(homeFiles(home).token).trim()
  } catch (error) {
    throw new IrisError('TOKEN_MISSING', `The token file ${homeFiles(home).token} cannot be read.`, {
      cause: error,
    })
  }
}
