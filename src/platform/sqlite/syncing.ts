import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import { IrisError } from '../../contract/index.ts'
import { messageOf } from '../lib/index.ts'

/** Puts a database's write-ahead log on disk. */
export interface Syncing {
  sync(): void
  /** The same while this process goes on. */
  syncSoon(): Promise<void>
  close(): void
}

const syncInBackground = promisify(fdatasync)

/** The file of the write-ahead log stays the same one while a connection is open, so it is opened once. */
export function createSyncing(path: string): Syncing {
  let file: number | undefined
  let underWay = 0
  let isClosed = false
  const opened = (): number => (file ??= openSync(`${path}-wal`, 'r'))
  return {
    sync() {
      try {
        fdatasyncSync(opened())
      } catch (cause) {
        throw notOnDisk(path, cause)
      }
    },
    async syncSoon() {
      underWay += 1
      try {
        await syncInBackground(opened())
      } catch (cause) {
        throw notOnDisk(path, cause)
      } finally {
        underWay -= 1
        closeIfOver()
      }
    },
    close() {
      isClosed = true
      closeIfOver()
    },
  }

  /** The number of a file that is closed under a sync may by then be that of another. */
  function closeIfOver(): void {
    if (!isClosed || underWay > 0 || file === undefined) return
    closeSync(file)
    file = undefined
  }
}

function notOnDisk(path: string, cause: unknown): IrisError {
  const message = `The database could not be put on disk: ${messageOf(cause)}`
  return new IrisError('NOT_ON_DISK', message, { cause, details: { path } })
}
