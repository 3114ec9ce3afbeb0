import type { TaskAttempt, TaskId } from '../../contract/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'

/** How a try ended, as it is stored. */
export type EndedAttempt = Pick<TaskAttempt, 'how' | 'failure' | 'costUsd' | 'check'>

/** The stored tries. A task has at most one that has not ended, which the table itself sees to. */
export interface AttemptRows {
  of(task: TaskId): TaskAttempt[]
  open(task: TaskId): TaskAttempt | undefined
  /** Stores a try under the next number of its task. */
  insert(task: TaskId, attempt: Pick<TaskAttempt, 'by' | 'base' | 'startedAt'>): number
  end(task: TaskId, number: number, ended: EndedAttempt & { endedAt: number }): void
}

export function createAttemptRows(sql: Sql): AttemptRows {
  const columns = 'number, by, startedAt, endedAt, how, failure, costUsd, base, checkResult AS "check"'
  const all = sql.prepare<TaskAttempt>(`SELECT ${columns} FROM task_attempt WHERE task = ? ORDER BY number`)
  const open = sql.prepare<TaskAttempt>(
    `SELECT ${columns} FROM task_attempt WHERE task = ? AND endedAt IS NULL`,
  )
  const insert = sql.prepare<{ number: number }>(
    `INSERT INTO task_attempt (task, number, by, startedAt, base)
     SELECT ?, coalesce(max(number), 0) + 1, ?, ?, ? FROM task_attempt WHERE task = ? RETURNING number`,
  )
  const end = sql.prepare(
    `UPDATE task_attempt SET endedAt = ?, how = ?, failure = ?, costUsd = ?, checkResult = ?
     WHERE task = ? AND number = ?`,
  )
  return {
    of: (task) => all.all(task).map((row) => ({ ...row })),
    open: (task) => open.get(task),
    insert(task, { by, base, startedAt }) {
      const row = insert.get(task, by, startedAt, base, task)
      if (!row) throw new Error(`no attempt of ${task} was stored`)
      return row.number
    },
    end: (task, number, { endedAt, how, failure, costUsd, check }) =>
      void end.run(endedAt, how, failure, costUsd, check, task, number),
  }
}
