import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openOwnFolder } from '../../../platform/socket/index.ts'

/** The pipe's folder in a home, made with mode 0700 if absent. The home itself must be there: one that was deleted must not come back. */
export async function openPipeFolder(home: string): Promise<string> {
  const folder = join(home, 'pipe')
  await openOwnFolder(folder)
  return folder
}

/** Writes down where the pipe listens. */
export async function publishAddress(folder: string, address: string): Promise<void> {
  const file = join(folder, 'socket')
  await writeFile(`${file}.draft`, address, { mode: 0o600 })
  await rename(`${file}.draft`, file)
}

/** Where the pipe of this home said it listens; undefined when none ever did. */
export async function readAddress(home: string): Promise<string | undefined> {
  try {
    return await readFile(join(home, 'pipe', 'socket'), 'utf8')
  } catch {
    // Absent or unreadable: either way there is no pipe to talk to, and starting one tells the reason.
    return undefined
  }
}
