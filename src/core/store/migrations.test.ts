import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSql } from '../../platform/sqlite/index.ts'
import { openStore } from './index.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'iris-migrations-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const notes = { owner: 'notes', steps: ['CREATE TABLE note (text TEXT) STRICT'] }
const grown = { owner: 'notes', steps: [...notes.steps, 'ALTER TABLE note ADD COLUMN at INTEGER'] }
const path = () => join(folder, 'iris.db')

test('[LOG16] an old file gets only the steps it lacks and keeps its content', () => {
  const old = openStore(path(), [notes])
  old.exec("INSERT INTO note VALUES ('kept')")
  old.close()
  const now = openStore(path(), [grown])
  expect(now.prepare('SELECT * FROM note').all()).toMatchObject([{ text: 'kept', at: null }])
  now.close()
  openStore(path(), [grown]).close()
})

test('[LOG16] a step that fails leaves the database as it was before that step', () => {
  openStore(path(), [notes]).close()
  const broken = {
    owner: 'notes',
    steps: [...notes.steps, 'ALTER TABLE note ADD COLUMN x TEXT; SELECT nonsense'],
  }
  expect(() => openStore(path(), [broken])).toThrow()
  const again = openStore(path(), [notes])
  expect(
    again
      .prepare<{ name: string }>('PRAGMA table_info(note)')
      .all()
      .map((c) => c.name),
  ).toEqual(['text'])
  again.close()
})

/** Every file of the folder with its bytes, its date and who may read it. */
function everything(): object[] {
  return readdirSync(folder).map((name) => {
    const { mtimeNs, mode } = statSync(join(folder, name), { bigint: true })
    return { name, bytes: readFileSync(join(folder, name)).toString('base64'), mtimeNs, mode }
  })
}

test('[LOG17] a database from a newer Iris is refused and not touched', () => {
  openStore(path(), [grown]).close()
  chmodSync(path(), 0o640)
  const before = everything()
  expect(before).toHaveLength(1)
  expect(() => openStore(path(), [notes])).toThrow(expect.objectContaining({ code: 'DATABASE_TOO_NEW' }))
  expect(() => openStore(path())).toThrow(expect.objectContaining({ code: 'DATABASE_TOO_NEW' }))
  expect(everything()).toEqual(before)
  openStore(path(), [grown]).close()
})

test('[LOG18] a step edited after it ran is refused', () => {
  openStore(path(), [notes]).close()
  const edited = { owner: 'notes', steps: ['CREATE TABLE note (text TEXT NOT NULL) STRICT'] }
  expect(() => openStore(path(), [edited])).toThrow(expect.objectContaining({ code: 'DATABASE_CHANGED' }))
})

test('[LOG19] a copy is kept before the first pending step, three at the most', () => {
  const steps = [...notes.steps]
  openStore(path(), [{ owner: 'notes', steps }]).close()
  for (let n = 0; n < 5; n += 1) {
    steps.push(`ALTER TABLE note ADD COLUMN c${n} TEXT`)
    openStore(path(), [{ owner: 'notes', steps: [...steps] }]).close()
  }
  const copies = readdirSync(join(folder, 'backups')).toSorted()
  expect(copies).toHaveLength(3)
  const newest = openSql(join(folder, 'backups', copies.at(-1) ?? ''), { readOnly: true })
  expect(newest.prepare('PRAGMA table_info(note)').all()).toHaveLength(5)
  newest.close()
})

test('[LOG19] what a daemon left that was killed while it copied goes with the next copy', () => {
  openStore(path(), [notes]).close()
  mkdirSync(join(folder, 'backups'))
  writeFileSync(join(folder, 'backups', 'iris-0001.db.draft'), 'half')
  openStore(path(), [grown]).close()
  expect(readdirSync(join(folder, 'backups'))).toEqual([expect.stringMatching(/^iris-.*\.db$/)])
})

test('[LOG81] an error that a copy could mend names the newest one that is there, or says that there is none', () => {
  const told = (open: () => unknown): string => {
    try {
      open()
      return ''
    } catch (error) {
      return error instanceof Error ? error.message : ''
    }
  }
  openStore(path(), [notes]).close()
  expect(told(() => openStore(path(), []))).toMatch(/does not know\. There is no backup of it\.$/)
  openStore(path(), [grown]).close()
  const [copy = ''] = readdirSync(join(folder, 'backups'))
  // As a daemon leaves it that was killed while it copied.
  writeFileSync(join(folder, 'backups', 'iris-9999.db.draft'), 'half')
  const named = `The newest backup of it is ${join(folder, 'backups', copy)}`
  expect(told(() => openStore(path(), [notes]))).toContain(named)
  writeFileSync(path(), 'no database '.repeat(1000))
  expect(told(() => openStore(path(), [grown]))).toContain(named)
})

test('[LOG17] a database of somebody else is refused and not touched', () => {
  const other = openSql(path())
  // Not as Iris would keep it.
  other.exec('PRAGMA journal_mode = DELETE; CREATE TABLE theirs (a INTEGER)')
  other.close()
  const before = everything()
  expect(before).toHaveLength(1)
  expect(() => openStore(path())).toThrow(expect.objectContaining({ code: 'DATABASE_CORRUPT' }))
  expect(everything()).toEqual(before)
})
