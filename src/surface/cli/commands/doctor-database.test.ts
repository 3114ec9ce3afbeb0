import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSql } from '../../../platform/sqlite/index.ts'
import { checkDatabase } from './doctor-database.ts'

let folder = ''
const path = () => join(folder, 'iris.db')
const variables = { PATH: process.env['PATH'] ?? '' }

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'iris-doctor-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('[CLI47] doctor checks a database that is being written, and both go on', async () => {
  expect(await checkDatabase(path(), { variables })).toEqual({
    state: 'ok',
    found: `${path()} (will be created)`,
  })
  const sql = openSql(path())
  sql.exec('CREATE TABLE t (a INTEGER) STRICT')
  const insert = sql.prepare('INSERT INTO t VALUES (1)')
  const checking = checkDatabase(path(), { variables })
  const next = () => new Promise((resolve) => setImmediate(() => resolve('next')))
  let written = 0
  do {
    insert.run()
    written += 1
  } while ((await Promise.race([checking, next()])) === 'next')
  expect(await checking).toMatchObject({ state: 'ok', found: expect.stringContaining('sound') })
  expect(sql.prepare('SELECT count(*) AS n FROM t').get()).toEqual({ n: written })
  expect(written).toBeGreaterThan(1)
  sql.close()
})

test('[CLI47] [LOG81] doctor says what is damaged, and names a copy only if there is one', async () => {
  const sql = openSql(path())
  sql.exec('CREATE TABLE t (a TEXT) STRICT')
  for (let n = 0; n < 500; n += 1) sql.prepare('INSERT INTO t VALUES (?)').run('x'.repeat(200))
  sql.checkpoint()
  sql.close()
  const file = openSync(path(), 'r+')
  writeSync(file, Buffer.alloc(4096, 0xff), 0, 4096, 3 * 8192)
  closeSync(file)
  const found = await checkDatabase(path(), { variables })
  expect(found).toMatchObject({ state: 'problem', found: expect.stringMatching(/iris\.db: .+/) })
  expect(found.advice).toMatch(/move the file aside\. There is no backup of it\.$/)
  mkdirSync(join(folder, 'backups'))
  const copy = join(folder, 'backups', 'iris-2026-01-01T00-00-00.000Z.db')
  writeFileSync(copy, '')
  writeFileSync(path(), 'no database '.repeat(1000))
  await expect(checkDatabase(path(), { variables })).rejects.toMatchObject({
    code: 'DATABASE_CORRUPT',
    message: expect.stringContaining(copy),
  })
})

test('[CLI47] doctor does not wait for ever for a check that does not end', async () => {
  // Whoever opens it waits for somebody to write.
  execFileSync('mkfifo', [path()])
  expect(await checkDatabase(path(), { variables }, 300)).toMatchObject({
    state: 'warning',
    found: expect.stringContaining('not fully checked within 0.3 s'),
  })
})
