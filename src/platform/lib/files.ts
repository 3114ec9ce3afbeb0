import { renameSync, writeFileSync } from 'node:fs'

/** Writes a file for its owner only, whole or not at all. Two may not write the same one at the same time. */
export function replaceFile(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
