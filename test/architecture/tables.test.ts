import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

interface Source {
  /** Below `src`. */
  path: string
  text: string
}

const root = join(import.meta.dirname, '..', '..', 'src')
const sources: Source[] = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.(test|suite)\.ts$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

/** The steps that made the tables: they are written, so they stay as they are, with their foreign keys and views. */
const steps = /Migrations = \{\n.*?\n\}\n/gs
const created = /\bCREATE (?:VIRTUAL )?TABLE (?:IF NOT EXISTS )?(\w+)/g
const named =
  /\b(?:FROM|JOIN|INTO|UPDATE(?: OR \w+)?|TABLE(?: IF (?:NOT )?EXISTS)?)\s+((?:\w+(?:\s+(?:AS\s+)?\w+)?\s*,\s*)*\w+)/g

const folderOf = ({ path }: Source) => path.split('/').slice(0, 2).join('/')

function ownersIn(files: readonly Source[]): Map<string, string> {
  return new Map(
    files.flatMap((file) =>
      [...file.text.matchAll(created)].map(([, table = '']) => [table, folderOf(file)]),
    ),
  )
}

function intrusions(files: readonly Source[]): string[] {
  const owners = ownersIn(files)
  return files.flatMap((file) =>
    [...file.text.replaceAll(steps, '').matchAll(named)]
      .flatMap(([, tables = '']) => tables.split(','))
      .map((table) => table.trim().split(/\s/)[0] ?? '')
      .filter((table) => owners.has(table) && owners.get(table) !== folderOf(file))
      .map((table) => `${file.path} names ${table} of ${owners.get(table)}`),
  )
}

test('[ARC15] a folder owns its tables: no SQL outside of it names one', () => {
  expect(ownersIn(sources).size).toBeGreaterThan(20)
  expect(intrusions(sources)).toEqual([])
})

test('[ARC15] a table is made by one folder', () => {
  const made = sources.flatMap((file) =>
    [...file.text.matchAll(created)].map(([, table]) => `${table} ${folderOf(file)}`),
  )
  const tables = [...new Set(made)].map((one) => one.split(' ')[0])
  expect(tables).toEqual([...new Set(tables)])
})

test.each([
  'SELECT * FROM seat',
  'SELECT 1 FROM mine, seat',
  'SELECT 1 FROM mine AS m, seat AS s',
  'SELECT 1 FROM mine JOIN seat ON true',
  'INSERT OR IGNORE INTO seat VALUES (1)',
  'UPDATE seat SET n = 1',
  'DELETE FROM seat',
  'SELECT n\n  FROM mine WHERE n IN (SELECT n FROM seat)',
])('[ARC15] another folder is found out by: %s', (sql) => {
  const owner = {
    path: 'core/seats/rows.ts',
    text: "const m: Migrations = {\n  steps: ['CREATE TABLE seat (n)'],\n}\n",
  }
  const own = { path: 'core/seats/reading.ts', text: `sql.prepare('${sql}')` }
  const other = { path: 'core/shifts/rows.ts', text: `sql.prepare('${sql}')` }
  expect(intrusions([owner, own, other])).toEqual(['core/shifts/rows.ts names seat of core/seats'])
})
