import { close, fdatasync, open } from 'node:fs'
import { promisify } from 'node:util'
import { IrisError } from '../../contract/index.ts'
import { messageOf } from '../lib/index.ts'

/** Puts a database's write-ahead log on disk, on a thread of its own. */
export interface Syncing {
  sync(): Promise<void>
  close(): void
}

const openFile = promisify(open)
const syncFile = promisify(fdatasync)

/** The file of the write-ahead log stays the same one while a connection is open, so it is opened once. */
export function createSyncing(path: string): Syncing {
  let file: Promise<number> | undefined
  return {
    async sync() {
      try {
        await syncFile(await (file ??= openFile(`${path}-wal`, 'r')))
      } catch (cause) {
        throw new IrisError('DISK_FULL', `The database could not be put on disk: ${messageOf(cause)}`, {
          cause,
          details: { path },
        })
      }
    },
    close() {
      // Whether it could be opened, and whether it can be closed, no longer matters to anybody.
      file?.then((handle) => close(handle)).catch(() => undefined)
      file = undefined
    },
  }
}
