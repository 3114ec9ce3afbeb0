import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { homeFiles, type DaemonAddress } from '../contract/index.ts'
import { proveWritable, replaceFile } from '../platform/lib/index.ts'

/** Makes the home if need be, for its owner only, and proves that it can be written. */
export function prepareHome(home: string): void {
  proveWritable(home, () => {
    mkdirSync(`${home}/logs`, { recursive: true, mode: 0o700 })
    chmodSync(home, 0o700)
  })
}

export function writeAddress(home: string, address: DaemonAddress): void {
  replaceFile(homeFiles(home).address, `${JSON.stringify(address)}\n`)
}

export function removeAddress(home: string): void {
  rmSync(homeFiles(home).address, { force: true })
}
