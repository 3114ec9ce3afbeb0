import type { Sql } from '../../platform/sqlite/index.ts'

/** More are not ranked: of words that nearly every page has, those of the pages that changed last. */
const maxRanked = 1000
/** As many pages a wiki can be given before its numbers reach those of the next. */
const numbersOfOne = 2 ** 32

/** The words of pages. The numbers of a wiki follow each other, so that the words of other wikis cost nothing. */
export interface WordRows {
  /** The number for a page that is written now: larger than those of all others of this wiki. */
  nextId(): number
  index(id: number, page: string, text: string): void
  unindex(id: number, page: string, text: string): void
  /** The numbers of the pages that fit best. */
  best(match: string, limit: number): number[]
  /** What is around the words in a page that is long. */
  snippet(match: string, id: number): string
}

export function wordRows(sql: Sql, project: string): WordRows {
  const addNumber = sql.prepare('INSERT OR IGNORE INTO wiki_number (project) VALUES (?)')
  const number = sql.prepare<{ n: number }>('SELECT n FROM wiki_number WHERE project = ?')
  const last = sql.prepare<{ id: number | null }>(
    'SELECT max(id) AS id FROM wiki_page WHERE id BETWEEN ? AND ?',
  )
  const index = sql.prepare('INSERT INTO wiki_words (rowid, page, text) VALUES (?, ?, ?)')
  const unindex = sql.prepare(
    "INSERT INTO wiki_words (wiki_words, rowid, page, text) VALUES ('delete', ?, ?, ?)",
  )
  const snippet = sql.prepare<{ snippet: string }>(
    `SELECT snippet(wiki_words, 1, char(2), char(3), '…', 24) AS snippet FROM wiki_words
     WHERE wiki_words MATCH ? AND rowid = ?`,
  )
  const range = (): [from: number, to: number] => {
    const n = number.get(project)?.n ?? 0
    return [n * numbersOfOne, (n + 1) * numbersOfOne - 1]
  }
  return {
    nextId() {
      if (!number.get(project)) addNumber.run(project)
      const [from, to] = range()
      return (last.get(from, to)?.id ?? from) + 1
    },
    index: (id, page, text) => void index.run(id, page, text),
    unindex: (id, page, text) => void unindex.run(id, page, text),
    best: ranker(sql, range),
    snippet: (match, id) => snippet.get(match, id)?.snippet ?? '',
  }
}

/** Ranks what changed last, and what has the words in its name however old it is. */
function ranker(sql: Sql, range: () => [number, number]): WordRows['best'] {
  const newest = sql.prepare<{ id: number; score: number }>(
    `SELECT rowid AS id, bm25(wiki_words, 8.0, 1.0) AS score FROM wiki_words
     WHERE wiki_words MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid DESC LIMIT ?`,
  )
  return (match, limit) => {
    const found = newest.all(match, ...range(), maxRanked)
    const named = found.length < maxRanked ? [] : newest.all(`{page} : (${match})`, ...range(), maxRanked)
    const scores = new Map([...named, ...found].map(({ id, score }) => [id, score]))
    return [...scores]
      .toSorted(([, one], [, other]) => one - other)
      .slice(0, limit)
      .map(([id]) => id)
  }
}
