import { IrisError, newId, type AskId, type Grant, type GrantId } from '../../../contract/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import type { Sql } from '../../../platform/sqlite/index.ts'
import type { Append, EventLog } from '../../store/index.ts'

interface GrantRow {
  id: GrantId
  team: string
  allows: string
  addedBy: string
  ask: AskId
  createdAt: number
  used: number
}

/** What is always allowed, per team. Its table, ids and events are older than the word. */
export interface Grants {
  /** The grant that covers a call, if there is one. */
  find(team: string, allows: string | null): { id: GrantId; allows: string } | undefined
  add(grant: { team: string; allows: string; by: string; ask: AskId }, append: Append): GrantId
  list(team?: string): Grant[]
  remove(id: GrantId, by: string): Grant
}

export function createGrants({ sql, log, clock }: { sql: Sql; log: EventLog; clock: Clock }): Grants {
  const columns = `id, team, allows, addedBy, ask, createdAt,
    (SELECT count(*) FROM ask WHERE ask.rule = ask_rule.id AND ask.answeredAs = 'policy') AS used`
  const rows = {
    insert: sql.prepare(
      'INSERT INTO ask_rule (id, team, allows, addedBy, ask, createdAt) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    of: sql.prepare<{ id: GrantId; allows: string }>(
      'SELECT id, allows FROM ask_rule WHERE team = ? AND allows = ?',
    ),
    byId: sql.prepare<GrantRow>(`SELECT ${columns} FROM ask_rule WHERE id = ?`),
    all: sql.prepare<GrantRow>(`SELECT ${columns} FROM ask_rule ORDER BY team, allows LIMIT 1000`),
    remove: sql.prepare('DELETE FROM ask_rule WHERE id = ?'),
  }
  const find: Grants['find'] = (team, allows) => (allows === null ? undefined : rows.of.get(team, allows))
  return {
    find,
    add({ team, allows, by, ask }, append) {
      const known = find(team, allows)
      if (known) return known.id
      const grant = newId('rul', clock.now())
      rows.insert.run(grant, team, allows, by, ask, clock.now())
      append({ type: 'rule.added', data: { rule: grant, team, allows, by } })
      return grant
    },
    list: (team) =>
      rows.all
        .all()
        .filter((row) => team === undefined || row.team === team)
        .map(toGrant),
    remove(id, by) {
      const row = rows.byId.get(id)
      if (!row) throw new IrisError('NOT_FOUND', `There is no grant ${id}.`)
      log.write((append) => {
        rows.remove.run(id)
        append({ type: 'rule.removed', data: { rule: id, team: row.team, allows: row.allows, by } })
      })
      return toGrant(row)
    },
  }
}

function toGrant({ id, addedBy, ...rest }: GrantRow): Grant {
  return { grant: id, by: addedBy, ...rest }
}
