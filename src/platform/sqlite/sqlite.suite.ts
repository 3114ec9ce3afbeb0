import {
  existsSync,
  chmodSync,
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Open } from './drivers.ts'
import { openSql } from './open.ts'

/** What every SQLite driver must do; run once per driver that this runtime has. */
export function sqliteContract(name: string, open: Open): void {
  describe(`the SQLite port over ${name}`, () => {
    let folder = ''
    const openFile = (file = 'a.db', readOnly = false) => openSql(join(folder, file), { readOnly, open })

    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'iris-sql-'))
    })
    afterEach(() => rmSync(folder, { recursive: true, force: true }))

    test('[SQL1] stores and returns text, numbers, nulls and bytes', () => {
      const sql = openFile()
      sql.exec('CREATE TABLE t (a TEXT, b INTEGER, c BLOB, d TEXT) STRICT')
      const insert = sql.prepare('INSERT INTO t VALUES (?, ?, ?, ?)')
      expect(insert.run('x', 2, new Uint8Array([0, 255]), null)).toEqual({ changes: 1 })
      const row = sql.prepare<{ a: string; b: number; c: Uint8Array; d: null }>('SELECT * FROM t').get()
      expect(row && { ...row, c: [...row.c] }).toEqual({ a: 'x', b: 2, c: [0, 255], d: null })
      expect(sql.prepare('SELECT * FROM t').all()).toHaveLength(1)
      expect(sql.prepare('SELECT * FROM t WHERE b = ?').get(3)).toBeUndefined()
      sql.close()
    })

    test('[SQL1] rows come one by one; who stops early can go on with the database', () => {
      const sql = openFile()
      sql.exec('CREATE TABLE t (a INTEGER) STRICT; INSERT INTO t VALUES (1), (2), (3)')
      const rows = sql.prepare<{ a: number }>('SELECT a FROM t WHERE a >= ? ORDER BY a')
      expect(Array.from(rows.iterate(2), ({ a }) => a)).toEqual([2, 3])
      for (const { a } of rows.iterate(1)) if (a === 2) break
      sql.exec('INSERT INTO t VALUES (4)')
      expect(Array.from(rows.iterate(1), ({ a }) => a)).toEqual([1, 2, 3, 4])
      sql.close()
    })

    test('[SQL1] each commit is heard once, when it is one: after a statement, a script, and the outermost transaction', () => {
      const sql = openFile()
      sql.exec('CREATE TABLE t (a INTEGER) STRICT')
      const insert = sql.prepare('INSERT INTO t VALUES (?)')
      let heard = 0
      sql.onCommit(() => void (heard += 1))
      const heardOf = (work: () => void): number => {
        const before = heard
        work()
        return heard - before
      }
      expect(heardOf(() => insert.run(1))).toBe(1)
      expect(heardOf(() => sql.exec('INSERT INTO t VALUES (2)'))).toBe(1)
      const nested = () =>
        sql.transaction(() => void [insert.run(3), expect(heardOf(() => insert.run(4))).toBe(0)])
      expect(heardOf(() => sql.transaction(nested))).toBe(1)
      const failing = () => sql.transaction(() => nested() ?? expect.fail('on purpose'))
      expect(heardOf(() => expect(failing).toThrow('on purpose'))).toBe(0)
      expect(heardOf(() => insert.run(5))).toBe(1)
      sql.close()
    })

    test('[SQL6] a database that is closed holds no file open, also when it is closed under a sync', async () => {
      const sql = openFile()
      sql.exec('CREATE TABLE t (a INTEGER) STRICT')
      sql.sync()
      const syncing = sql.syncSoon()
      sql.close()
      await syncing
      expect(openFilesIn(folder)).toEqual([])
    })

    test('[SQL7] a database in memory leaves no file', () => {
      openSql(':memory:', { open }).close()
      expect(existsSync(':memory:')).toBe(false)
    })

    test('[SQL7] a database, what SQLite keeps beside it and a copy of it are for their owner only', () => {
      const sql = openFile()
      sql.exec('CREATE TABLE t (a INTEGER) STRICT; INSERT INTO t VALUES (7)')
      sql.backup(join(folder, 'copy.db'))
      const modes = () => readdirSync(folder).map((file) => [file, statSync(join(folder, file)).mode & 0o777])
      const owned = ['a.db', 'a.db-shm', 'a.db-wal', 'copy.db'].map((file) => [file, 0o600])
      expect(modes()).toEqual(owned)
      // As an earlier Iris made them.
      for (const [file] of owned) chmodSync(join(folder, String(file)), 0o644)
      openFile().close()
      openFile('copy.db').close()
      expect(modes()).toEqual(owned)
      sql.close()
    })

    test('[SQL1] close may be called twice, and the file opens again with its content', () => {
      const sql = openFile()
      sql.exec('CREATE TABLE t (a INTEGER) STRICT; INSERT INTO t VALUES (7)')
      sql.close()
      sql.close()
      const again = openFile()
      expect(again.prepare('SELECT a FROM t').get()).toMatchObject({ a: 7 })
      again.close()
    })

    test('[SQL1] backup writes a copy that opens by itself', () => {
      const sql = openFile()
      sql.exec('CREATE TABLE t (a INTEGER) STRICT; INSERT INTO t VALUES (1)')
      sql.backup(join(folder, 'copy.db'))
      sql.exec('INSERT INTO t VALUES (2)')
      sql.checkpoint()
      const copy = openFile('copy.db', true)
      expect(copy.prepare('SELECT count(*) AS n FROM t').get()).toMatchObject({ n: 1 })
      copy.close()
      sql.close()
    })

    test('[SQL3] a transaction that throws leaves nothing behind', () => {
      const sql = openFile()
      sql.exec('CREATE TABLE t (a INTEGER) STRICT')
      expect(() =>
        sql.transaction(() => {
          sql.exec('INSERT INTO t VALUES (1)')
          throw new Error('no')
        }),
      ).toThrow('no')
      expect(sql.prepare('SELECT count(*) AS n FROM t').get()).toMatchObject({ n: 0 })
      sql.close()
    })

    test('[SQL3] an inner transaction undoes only its own part', () => {
      const sql = openFile()
      sql.exec('CREATE TABLE t (a INTEGER) STRICT')
      sql.transaction(() => {
        sql.exec('INSERT INTO t VALUES (1)')
        expect(() =>
          sql.transaction(() => {
            sql.exec('INSERT INTO t VALUES (2)')
            throw new Error('inner')
          }),
        ).toThrow('inner')
        sql.transaction(() => sql.exec('INSERT INTO t VALUES (3)'))
      })
      expect(
        sql
          .prepare<{ a: number }>('SELECT a FROM t ORDER BY a')
          .all()
          .map((row) => row.a),
      ).toEqual([1, 3])
      sql.close()
    })

    test('[SQL4] a writer runs WAL, syncs when it is told to, has foreign keys and 8 KiB pages', () => {
      const sql = openFile()
      sql.exec('CREATE TABLE t (a INTEGER) STRICT')
      const pragma = (key: string) => Object.values(sql.prepare<object>(`PRAGMA ${key}`).get() ?? {})[0]
      expect(
        ['journal_mode', 'synchronous', 'foreign_keys', 'page_size', 'busy_timeout'].map(pragma),
      ).toEqual(['wal', 1, 1, 8192, 5000])
      sql.close()
    })

    test('[SQL6] what was committed is put on disk when it is wanted, and a disk that fails is told', () => {
      const sql = openFile()
      sql.exec('CREATE TABLE t (a INTEGER) STRICT')
      sql.sync()
      const other = openFile('b.db')
      other.exec('CREATE TABLE t (a INTEGER) STRICT')
      rmSync(join(folder, 'b.db-wal'))
      expect(() => other.sync()).toThrow(expect.objectContaining({ code: 'NOT_ON_DISK' }))
      sql.close()
      other.close()
    })

    test('[LOG26] compact gives free space back to the disk, and every row is as before', () => {
      const sql = openFile()
      sql.exec('CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT) STRICT')
      const insert = sql.prepare('INSERT INTO t VALUES (?, ?)')
      sql.transaction(() => {
        for (let n = 0; n < 500; n += 1) insert.run(n, 'x'.repeat(5000))
      })
      sql.exec("UPDATE t SET b = 'short' WHERE a > 0")
      sql.checkpoint()
      const before = statSync(join(folder, 'a.db')).size
      sql.compact()
      expect(statSync(join(folder, 'a.db')).size).toBeLessThan(before / 10)
      expect(sql.prepare<{ n: number }>('SELECT count(*) AS n FROM t').get()?.n).toBe(500)
      expect(sql.prepare<{ temp_store: number }>('PRAGMA temp_store').get()?.temp_store).toBe(2)
      sql.close()
    })

    test('[SQL5] a file that is not a database is DATABASE_CORRUPT and is left as it was', () => {
      writeFileSync(join(folder, 'a.db'), 'this is a letter, not a database '.repeat(50))
      expect(() => openFile()).toThrow(expect.objectContaining({ code: 'DATABASE_CORRUPT' }))
    })

    test('[SQL5] a damaged page is DATABASE_CORRUPT', () => {
      const sql = openFile()
      sql.exec('CREATE TABLE t (a TEXT) STRICT')
      for (let n = 0; n < 500; n += 1) sql.prepare('INSERT INTO t VALUES (?)').run('x'.repeat(200))
      sql.checkpoint()
      sql.close()
      damage(join(folder, 'a.db'))
      const again = openFile()
      expect(() => again.prepare('SELECT sum(length(a)) FROM t').get()).toThrow(
        expect.objectContaining({ code: 'DATABASE_CORRUPT' }),
      )
      again.close()
    })

    test('[SQL5] running out of space is DISK_FULL, and what was committed before stays', () => {
      const sql = openFile()
      sql.exec('CREATE TABLE t (a TEXT) STRICT; INSERT INTO t VALUES (1); PRAGMA max_page_count = 6')
      const fill = () =>
        sql.transaction(() => {
          for (let n = 0; n < 100; n += 1) sql.prepare('INSERT INTO t VALUES (?)').run('x'.repeat(4000))
        })
      expect(fill).toThrow(expect.objectContaining({ code: 'DISK_FULL' }))
      expect(sql.prepare('SELECT count(*) AS n FROM t').get()).toMatchObject({ n: 1 })
      sql.close()
    })

    test('[SQL5] writing through a read-only connection is DATABASE_READ_ONLY', () => {
      const sql = openFile()
      sql.exec('CREATE TABLE t (a INTEGER) STRICT')
      sql.close()
      chmodSync(join(folder, 'a.db'), 0o444)
      const reader = openFile('a.db', true)
      expect(() => reader.exec('INSERT INTO t VALUES (1)')).toThrow(
        expect.objectContaining({ code: 'DATABASE_READ_ONLY' }),
      )
      reader.close()
    })

    test('[SQL5] a missing folder is DATABASE_UNAVAILABLE', () => {
      expect(() => openSql(join(folder, 'none', 'a.db'), { open })).toThrow(
        expect.objectContaining({ code: 'DATABASE_UNAVAILABLE' }),
      )
    })
  })
}

function damage(path: string): void {
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(8192 * 4, 0xab), 0, 8192 * 4, 8192 * 2)
  closeSync(file)
}

/** The files of a folder that this process has open, as far as the system says. */
function openFilesIn(folder: string): string[] {
  const open = '/proc/self/fd'
  if (!existsSync(open)) return []
  return readdirSync(open)
    .flatMap((name) => (existsSync(join(open, name)) ? [readlinkSync(join(open, name))] : []))
    .filter((path) => path.startsWith(folder))
}
