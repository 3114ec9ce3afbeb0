import { renameSync, rmSync, writeFileSync } from 'node:fs'

/** Writes a file, for its owner only unless told otherwise, whole or not at all. Two may not write the same one at the same time. */
export function replaceFile(file: string, text: string, mode = 0o600): void {
  // What a kill left there, or somebody else put there, would keep its own permissions or lead elsewhere.
  rmSync(`${file}.new`, { force: true })
  writeFileSync(`${file}.new`, text, { mode, flag: 'wx' })
  renameSync(`${file}.new`, file)
}
