import type { AnswerSource, AskFigures } from '../../../contract/index.ts'
import type { Sql } from '../../../platform/sqlite/index.ts'
import type { AskRow } from '../rows.ts'
import { stateOf } from './views.ts'

const maxCounted = 50_000

type CountedRow = AskRow & { late: number }

/** How asks went, per team, kind and type. */
export function prepareFigures(sql: Sql): (since: number) => AskFigures[] {
  const rows = sql.prepare<CountedRow>(
    `SELECT team, kind, type, askedAt, answeredAt, answeredAs, dismissedAt, withdrawnAt, falseAlarm,
       (SELECT count(*) FROM ask_late WHERE ask_late.ask = ask.id) AS late
     FROM ask WHERE askedAt >= ? ORDER BY id DESC LIMIT ${maxCounted}`,
  )
  return (since) => {
    const groups = new Map<string, CountedRow[]>()
    for (const row of rows.all(since)) {
      const name = `${row.team} ${row.kind} ${row.type}`
      const group = groups.get(name)
      if (group) group.push(row)
      else groups.set(name, [row])
    }
    return [...groups.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => figuresOf(group))
  }
}

function figuresOf(group: readonly CountedRow[]): AskFigures {
  const [{ team, kind, type } = { team: '', kind: 'question', type: 'blocking' } as const] = group
  const states = group.map(stateOf)
  const count = (is: (row: AskRow) => boolean): number => group.filter(is).length
  const answeredAs = (source: AnswerSource): number => count((row) => row.answeredAs === source)
  const times = group
    .filter(({ answeredAs }) => answeredAs === 'user' || answeredAs === 'lead' || answeredAs === 'delegate')
    .map(({ askedAt, answeredAt }) => (answeredAt ?? askedAt) - askedAt)
    .toSorted((a, b) => a - b)
  return {
    team,
    kind,
    type,
    asked: group.length,
    open: states.filter((state) => state === 'open').length,
    answered: {
      user: answeredAs('user'),
      lead: answeredAs('lead'),
      default: answeredAs('default'),
      learned: answeredAs('learned'),
      policy: answeredAs('policy'),
      delegate: answeredAs('delegate'),
    },
    dismissed: states.filter((state) => state === 'dismissed').length,
    withdrawn: states.filter((state) => state === 'withdrawn').length,
    late: group.reduce((sum, { late }) => sum + late, 0),
    falseAlarms: count(({ falseAlarm }) => falseAlarm === 1),
    medianMs: times[Math.floor((times.length - 1) / 2)] ?? null,
    slowestMs: times.at(-1) ?? null,
  }
}
