import { closeSync, fdatasyncSync, openSync } from 'node:fs'
import { IrisError } from '../../contract/index.ts'
import { messageOf } from '../lib/index.ts'

/** Puts a database's write-ahead log on disk. */
export interface Syncing {
  sync(): void
  close(): void
}

/** The file of the write-ahead log stays the same one while a connection is open, so it is opened once. */
export function createSyncing(path: string): Syncing {
  let file: number | undefined
  return {
    sync() {
      try {
        fdatasyncSync((file ??= openSync(`${path}-wal`, 'r')))
      } catch (cause) {
        const message = `The database could not be put on disk: ${messageOf(cause)}`
        throw new IrisError('NOT_ON_DISK', message, { cause, details: { path } })
      }
    },
    close() {
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}
