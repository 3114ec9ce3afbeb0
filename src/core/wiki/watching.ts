import { watch as watchFolder, type FSWatcher } from 'node:fs'
import { join } from 'node:path'
import type { WikiContext } from './context.ts'

const maxFolders = 500
const quietMs = 300

/** Hears of what people and other programs do in the folder of a wiki, a moment after they have done it. */
export interface WikiWatch {
  readonly start: () => void
  readonly close: () => void
}

/** A watch that the system does not grant is left out: whoever reads a page looks at it all the same. */
export function createWatch({ context, seen }: { context: WikiContext; seen: () => void }): WikiWatch {
  const { repository, rows, clock } = context
  const watches = new Map<string, FSWatcher>()
  let cancel: (() => void) | undefined
  let isClosed = false

  return {
    start: follow,
    close() {
      isClosed = true
      cancel?.()
      for (const one of watches.values()) one.close()
      watches.clear()
    },
  }

  function follow(): void {
    const folders = new Set(['', '.git', '.git/refs/heads'])
    for (const { page } of rows.marks()) {
      const parts = page.split('/').slice(0, -1)
      for (let depth = 1; depth <= parts.length; depth += 1) folders.add(parts.slice(0, depth).join('/'))
      if (folders.size > maxFolders) break
    }
    for (const folder of folders) if (!watches.has(folder)) add(folder)
  }

  function add(folder: string): void {
    try {
      const one = watchFolder(join(repository.folder, folder), { persistent: false }, (_, name) => {
        // Our own lock, index and scratch file say nothing of what others did.
        if (folder === '.git' && name !== 'HEAD' && name !== 'packed-refs') return
        soon()
      })
      one.on('error', () => {
        one.close()
        watches.delete(folder)
      })
      watches.set(folder, one)
    } catch {
      // No such folder any more, or the system has no more watches to give.
    }
  }

  function soon(): void {
    if (isClosed) return
    cancel?.()
    cancel = clock.after(quietMs, () => {
      context.reach().then(look, () => undefined)
    })
  }

  function look(): void {
    if (isClosed) return
    follow()
    seen()
  }
}
