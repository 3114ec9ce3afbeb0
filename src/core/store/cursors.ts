import type { Cancel, Clock } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'

/** How long a cursor waits for a commit to go along with. */
const maxWait = 1000

/** How far followers got. A cursor costs no commit of its own: it goes along with the next one. */
export interface Cursors {
  of(name: string): number
  reached(name: string, seq: number): void
  /** Writes what is not saved yet. Call inside a transaction, and `saved` once it is committed. */
  save(): void
  saved(): void
  /** Commits what is not saved yet; a failure is left to the next commit. */
  flush(): void
}

export function createCursors(deps: { sql: Sql; clock: Clock; commit: () => void }): Cursors {
  const load = deps.sql.prepare<{ seq: number }>('SELECT seq FROM follower WHERE name = ?')
  const store = deps.sql.prepare(
    'INSERT INTO follower VALUES (?, ?) ON CONFLICT DO UPDATE SET seq = excluded.seq',
  )
  const unsaved = new Map<string, number>()
  let cancel: Cancel | undefined

  return {
    of: (name) => unsaved.get(name) ?? load.get(name)?.seq ?? 0,
    reached(name, seq) {
      unsaved.set(name, seq)
      cancel ??= deps.clock.after(maxWait, flush)
    },
    save() {
      for (const [name, seq] of unsaved) store.run(name, seq)
    },
    saved() {
      unsaved.clear()
      cancel?.()
      cancel = undefined
    },
    flush,
  }

  function flush(): void {
    cancel?.()
    cancel = undefined
    if (unsaved.size === 0) return
    try {
      deps.commit()
    } catch {
      // A full disk must not end a follower: the cursor goes with a later commit, and a restart before that
      // repeats events, which handlers bear.
    }
  }
}
