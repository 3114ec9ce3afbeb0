import { z } from 'zod'
import { Chosen, IrisError, type AskType, type LearnedAnswer } from '../../../contract/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import type { Sql } from '../../../platform/sqlite/index.ts'
import type { Append, EventLog } from '../../store/index.ts'
import { wordsOf } from './answers.ts'
import type { AskRow } from '../rows.ts'

const timesInARow = 3
const maxTimes = 100
const maxListed = 500

/** Answers that people gave before. What is learned follows from the answers themselves; only forgetting is stored. */
export interface Learning {
  /** The answer to give by itself, if one is learned for this key, and how often in a row it was given. */
  of(key: string, type: AskType): Learned | undefined
  list(): LearnedAnswer[]
  forget(key: string, by: string): void
  /** Inside another change, as when a person contradicts a learned answer. */
  forgetIn(key: string, by: string, append: Append): void
}

interface Learned {
  from: AskRow
  times: number
}

const Chosens = z.array(Chosen)

/** Answers as they are stored with an ask. */
export function chosenOf(stored: string | null): Chosen[] {
  return stored === null ? [] : Chosens.parse(JSON.parse(stored))
}

export function createLearning({ sql, log, clock }: { sql: Sql; log: EventLog; clock: Clock }): Learning {
  const rows = prepare(sql)

  return {
    of: learnedFor,
    list: () => rows.keys.all(maxListed).flatMap(({ key, type }) => listed(key, learnedFor(key, type))),
    forget(key, by) {
      if (!rows.known.get(key)) throw new IrisError('NOT_FOUND', `Nothing is learned under ${key}.`)
      log.write((append) => forgetIn(key, by, append))
    },
    forgetIn,
  }

  function learnedFor(key: string, type: AskType): Learned | undefined {
    const answers = rows.last.all(key, key, maxTimes)
    const [from] = answers
    const contrary = answers.findIndex(({ chosen }) => chosen !== from?.chosen)
    const times = contrary === -1 ? answers.length : contrary
    return from && times >= neededFor(type) ? { from, times } : undefined
  }

  function listed(key: string, learned: Learned | undefined): LearnedAnswer[] {
    if (!learned) return []
    const { from, times } = learned
    const { id: ask, team, type, text } = from
    const answer = wordsOf({ chosen: chosenOf(from.chosen), text: null })
    return [{ key, team, type, text, answer, ask, times, given: rows.given.get(key, key)?.count ?? 0 }]
  }

  function forgetIn(key: string, by: string, append: Append): void {
    rows.forget.run(key, clock.now())
    append({ type: 'answer.forgotten', data: { key, by } })
  }
}

/** How often in a row the same answer makes a habit. */
function neededFor(type: AskType): number {
  if (type === 'blocking' || type === 'celebratory') return Number.POSITIVE_INFINITY
  return type === 'preference' ? 1 : timesInARow
}

function prepare(sql: Sql) {
  const since = 'coalesce((SELECT at FROM ask_forgotten WHERE key = ?), -1)'
  return {
    last: sql.prepare<AskRow>(
      `SELECT * FROM ask WHERE key = ? AND answeredAs = 'user' AND answeredAt > ${since}
       ORDER BY answeredAt DESC, id DESC LIMIT ?`,
    ),
    keys: sql.prepare<{ key: string; type: AskType }>(
      `SELECT key, type FROM ask WHERE key IS NOT NULL AND answeredAs = 'user'
       GROUP BY key ORDER BY max(answeredAt) DESC LIMIT ?`,
    ),
    known: sql.prepare<{ key: string }>('SELECT key FROM ask WHERE key = ? LIMIT 1'),
    given: sql.prepare<{ count: number }>(
      `SELECT count(*) AS count FROM ask WHERE key = ? AND answeredAs = 'learned' AND answeredAt > ${since}`,
    ),
    forget: sql.prepare(
      'INSERT INTO ask_forgotten (key, at) VALUES (?, ?) ON CONFLICT DO UPDATE SET at = excluded.at',
    ),
  }
}
