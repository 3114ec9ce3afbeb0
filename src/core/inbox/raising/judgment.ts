import type { Sql } from '../../../platform/sqlite/index.ts'
import type { EventLog } from '../../store/index.ts'

const everywhere = '*'

/** “Use your judgment”: where it is on, agents are not answered what does not block them. */
export interface Judgment {
  isOn(team: string): boolean
  get(): { everywhere: boolean; teams: string[] }
  set(change: { team: string | null; on: boolean; by: string }): void
}

export function createJudgment({ sql, log }: { sql: Sql; log: EventLog }): Judgment {
  const rows = {
    all: sql.prepare<{ team: string }>('SELECT team FROM ask_judgment ORDER BY team'),
    on: sql.prepare('INSERT INTO ask_judgment (team) VALUES (?) ON CONFLICT DO NOTHING'),
    off: sql.prepare('DELETE FROM ask_judgment WHERE team = ?'),
    of: sql.prepare<{ team: string }>('SELECT team FROM ask_judgment WHERE team IN (?, ?)'),
  }
  return {
    isOn: (team) => rows.of.get(team, everywhere) !== undefined,
    get() {
      const teams = rows.all.all().map(({ team }) => team)
      return { everywhere: teams.includes(everywhere), teams: teams.filter((team) => team !== everywhere) }
    },
    set({ team, on, by }) {
      log.write((append) => {
        const { changes } = (on ? rows.on : rows.off).run(team ?? everywhere)
        if (changes > 0) append({ type: 'judgment.changed', data: { team, on, by } })
      })
    },
  }
}
