import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homeFiles, IrisError, type DaemonAddress } from '../contract/index.ts'
import { messageOf, replaceFile, systemCode } from '../platform/lib/index.ts'

/** Makes the home if need be, for its owner only, and proves that it can be written. */
export function prepareHome(home: string): void {
  try {
    mkdirSync(`${home}/logs`, { recursive: true, mode: 0o700 })
    chmodSync(home, 0o700)
    const probe = `${home}/.write-probe`
    writeFileSync(probe, 'x')
    // Another start at the same moment may have removed it already.
    rmSync(probe, { force: true })
  } catch (error) {
    const code = systemCode(error) === 'ENOSPC' ? 'DISK_FULL' : 'HOME_NOT_WRITABLE'
    throw new IrisError(code, `The Iris home ${home} cannot be written (${messageOf(error)}).`, {
      cause: error,
    })
  }
}

export function writeAddress(home: string, address: DaemonAddress): void {
  replaceFile(homeFiles(home).address, `${JSON.stringify(address)}\n`)
}

export function removeAddress(home: string): void {
  rmSync(homeFiles(home).address, { force: true })
}
