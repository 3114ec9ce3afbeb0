import type { TurnId } from '../../contract/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { encodeBody } from './body.ts'

/** Lines of agents in a part of the log, but those of some turns. */
interface LineStretch {
  after: number
  through: number
  except: readonly TurnId[]
}

/** A recorded line that could be pruned, and what it takes on the disk. */
interface StoredLine {
  seq: number
  session: string | null
  bytes: number
}

/** Finds lines that still have their words, and takes these out; the events stay with their numbers. */
export interface LineBodies {
  find(stretch: LineStretch): StoredLine[]
  /** To be called inside a write, with the event that tells of it. */
  prune(lines: readonly StoredLine[]): void
}

export function createLineBodies(sql: Sql, onPruned: () => void): LineBodies {
  const { enc, body } = encodeBody({ line: '', pruned: true })
  const found = sql.prepare<StoredLine>(
    `SELECT seq, session, length(body) AS bytes FROM event
     WHERE type = 'agent.printed' AND seq > ? AND seq <= ? AND (length(body) <> ? OR body <> ?)
       AND (turn IS NULL OR turn NOT IN (SELECT value FROM json_each(?))) ORDER BY seq`,
  )
  const prune = sql.prepare('UPDATE event SET enc = ?, body = ? WHERE seq = ?')
  return {
    find: ({ after, through, except }) =>
      found.all(after, through, body.length, body, JSON.stringify(except)),
    prune(lines) {
      for (const { seq } of lines) prune.run(enc, body, seq)
      onPruned()
    },
  }
}
