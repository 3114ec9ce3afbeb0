import { IrisError, newId, type AskId, type Rule, type RuleId } from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { Append, EventLog } from '../store/index.ts'

interface RuleRow {
  id: RuleId
  team: string
  allows: string
  addedBy: string
  ask: AskId
  createdAt: number
  used: number
}

/** What is always allowed, per team. */
export interface Rules {
  /** The rule that covers a call, if there is one. */
  find(team: string, allows: string | null): { id: RuleId; allows: string } | undefined
  add(rule: { team: string; allows: string; by: string; ask: AskId }, append: Append): RuleId
  list(team?: string): Rule[]
  remove(id: RuleId, by: string): Rule
}

export function createRules({ sql, log, clock }: { sql: Sql; log: EventLog; clock: Clock }): Rules {
  const columns = `id, team, allows, addedBy, ask, createdAt,
    (SELECT count(*) FROM ask WHERE ask.rule = ask_rule.id AND ask.answeredAs = 'policy') AS used`
  const rows = {
    insert: sql.prepare(
      'INSERT INTO ask_rule (id, team, allows, addedBy, ask, createdAt) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    of: sql.prepare<{ id: RuleId; allows: string }>(
      'SELECT id, allows FROM ask_rule WHERE team = ? AND allows = ?',
    ),
    byId: sql.prepare<RuleRow>(`SELECT ${columns} FROM ask_rule WHERE id = ?`),
    all: sql.prepare<RuleRow>(`SELECT ${columns} FROM ask_rule ORDER BY team, allows LIMIT 1000`),
    remove: sql.prepare('DELETE FROM ask_rule WHERE id = ?'),
  }
  const find: Rules['find'] = (team, allows) => (allows === null ? undefined : rows.of.get(team, allows))
  return {
    find,
    add({ team, allows, by, ask }, append) {
      const known = find(team, allows)
      if (known) return known.id
      const rule = newId('rul', clock.now())
      rows.insert.run(rule, team, allows, by, ask, clock.now())
      append({ type: 'rule.added', data: { rule, team, allows, by } })
      return rule
    },
    list: (team) =>
      rows.all
        .all()
        .filter((row) => team === undefined || row.team === team)
        .map(toRule),
    remove(id, by) {
      const row = rows.byId.get(id)
      if (!row) throw new IrisError('NOT_FOUND', `There is no rule ${id}.`)
      log.write((append) => {
        rows.remove.run(id)
        append({ type: 'rule.removed', data: { rule: id, team: row.team, allows: row.allows, by } })
      })
      return toRule(row)
    },
  }
}

function toRule({ id, addedBy, ...rest }: RuleRow): Rule {
  return { rule: id, by: addedBy, ...rest }
}
