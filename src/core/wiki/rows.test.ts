import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock/index.ts'
import { closeBase, openBase } from '../store/base.suite.ts'
import { wikiMigrations } from './migrations.ts'
import { createWikiRows } from './rows.ts'

test('[WIK29] pages of a database from before get numbers by wiki, and are found in their own alone', async () => {
  const home = mkdtempSync(join(tmpdir(), 'iris-wiki-rows-'))
  try {
    const [first = ''] = wikiMigrations.steps
    const before = openBase(home, [{ owner: 'wiki', steps: [first] }], systemClock)
    for (const [project, page] of [
      ['shop', 'A'],
      ['till', 'A'],
      ['shop', 'B'],
    ])
      before.sql.exec(
        `INSERT INTO wiki_page (project, page, key, blob, revision, author, authorKind, changedAt, text, size, mark)
         VALUES ('${project}', '${page}', lower('${page}'), 'b', 'r', 'You', 'human', 1, 'teapots of ${project}', 9, '');
         INSERT INTO wiki_words (rowid, page, text) SELECT id, page, text FROM wiki_page ORDER BY id DESC LIMIT 1`,
      )
    await closeBase(before)
    const base = openBase(home, [wikiMigrations], systemClock)
    const found = (project: string) =>
      createWikiRows(base.sql, project)
        .search('"teapots"', 10)
        .map(({ row: { page, text } }) => `${page}: ${text}`)
    expect(found('shop').toSorted()).toEqual(['A: teapots of shop', 'B: teapots of shop'])
    expect(found('till')).toEqual(['A: teapots of till'])
    expect(found('other')).toEqual([])
    const rows = createWikiRows(base.sql, 'shop')
    const page = rows.page('A')
    if (page) base.log.write(() => rows.putPage({ ...page, text: 'cups' }))
    expect(found('shop')).toEqual(['B: teapots of shop'])
    base.sql.exec("INSERT INTO wiki_words (wiki_words) VALUES ('integrity-check')")
    await closeBase(base)
  } finally {
    rmSync(home, { recursive: true })
  }
})
