import { realpathSync, watch, type FSWatcher } from 'node:fs'
import { basename, dirname } from 'node:path'
import { IrisError } from '../../contract/index.ts'
import { messageOf } from '../lib/index.ts'

/** Watches on the folders where one file may change. */
export interface FolderWatch {
  /** Watches where the file is now; call it again after the file may have moved. */
  follow(): void
  close(): void
}

/** Watches folders, not the file: editors replace it, and it may be a link into another folder. */
export function createFolderWatch(deps: {
  path: string
  onTouch: () => void
  onLost: (error: IrisError) => void
}): FolderWatch {
  const { path, onTouch, onLost } = deps
  const watchers = new Map<string, FSWatcher>()
  // Iris writes in this folder all the time, so what is not meant must cost nothing. A link that changes is itself a touch.
  let names = new Set<string | null>()
  return { follow, close }

  function follow(): void {
    const files = [path, realPath(path)]
    names = new Set([null, ...files.map((file) => basename(file))])
    const wanted = new Set(files.map((file) => dirname(file)))
    for (const folder of watchers.keys()) if (!wanted.has(folder)) leave(folder)
    for (const folder of wanted) if (!watchers.has(folder)) watchers.set(folder, open(folder))
  }

  function open(folder: string): FSWatcher {
    try {
      const watcher = watch(folder, { persistent: false }, (_, file) => {
        if (names.has(file)) onTouch()
      })
      return watcher.on('error', (error) => {
        leave(folder)
        onLost(unwatchable(folder, error))
      })
    } catch (error) {
      throw unwatchable(folder, error)
    }
  }

  function leave(folder: string): void {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }

  function close(): void {
    for (const folder of watchers.keys()) leave(folder)
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // Not there at the moment; its own folder is watched for its return.
    return path
  }
}

function unwatchable(folder: string, cause: unknown): IrisError {
  return new IrisError('CONFIG_UNREADABLE', `${folder} cannot be watched: ${messageOf(cause)}.`, {
    cause,
    details: { path: folder },
  })
}
