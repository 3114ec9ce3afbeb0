import type { Push, TaskId } from '../../contract/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'

interface StoredPush extends Omit<Push, 'commit' | 'by'> {
  pushedCommit: string | null
  startedBy: string
}

/** How the last push of each task went. */
export interface PushRows {
  put(push: Push): void
  get(task: TaskId): Push | undefined
  /** Those that are wanted and not made. */
  wanted(): Push[]
  forget(task: TaskId): void
}

const columns = 'task, key, state, branch, remote, pushedCommit, pullRequest, problem, startedBy, at'

export function createPushRows(sql: Sql): PushRows {
  const put = sql.prepare(`INSERT OR REPLACE INTO push (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const get = sql.prepare<StoredPush>(`SELECT ${columns} FROM push WHERE task = ?`)
  const wanted = sql.prepare<StoredPush>(`SELECT ${columns} FROM push WHERE state = 'wanted' ORDER BY at`)
  const forget = sql.prepare('DELETE FROM push WHERE task = ?')
  return {
    put({ task, key, state, branch, remote, commit, pullRequest, problem, by, at }) {
      put.run(task, key, state, branch, remote, commit, pullRequest, problem, by, at)
    },
    get: (task) => toPush(get.get(task)),
    wanted: () => wanted.all().flatMap((row) => toPush(row) ?? []),
    forget: (task) => void forget.run(task),
  }
}

function toPush(row: StoredPush | undefined): Push | undefined {
  if (!row) return undefined
  const { pushedCommit: commit, startedBy: by, ...rest } = row
  return { ...rest, commit, by }
}
