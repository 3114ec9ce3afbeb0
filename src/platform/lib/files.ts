import { renameSync, writeFileSync } from 'node:fs'

/** Writes a file, for its owner only unless told otherwise, whole or not at all. Two may not write the same one at the same time. */
export function replaceFile(file: string, text: string, mode = 0o600): void {
  writeFileSync(`${file}.new`, text, { mode })
  renameSync(`${file}.new`, file)
}
