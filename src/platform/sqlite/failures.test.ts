import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { explain } from './failures.ts'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'iris-failures-'))))
afterAll(() => rmSync(folder, { recursive: true }))

/** What becomes of an error that a driver throws. */
function explained(error: unknown): unknown {
  try {
    return explain(join(folder, 'iris.db'), () => {
      throw error
    })
  } catch (told) {
    return told
  }
}

test.each([
  [5, 'SQLITE_BUSY', 'DATABASE_UNAVAILABLE'],
  [6, 'SQLITE_LOCKED', 'DATABASE_UNAVAILABLE'],
  [8, 'SQLITE_READONLY', 'DATABASE_READ_ONLY'],
  [10, 'SQLITE_IOERR', 'DISK_FULL'],
  [11, 'SQLITE_CORRUPT', 'DATABASE_CORRUPT'],
  [13, 'SQLITE_FULL', 'DISK_FULL'],
  [14, 'SQLITE_CANTOPEN', 'DATABASE_UNAVAILABLE'],
  [26, 'SQLITE_NOTADB', 'DATABASE_CORRUPT'],
])(
  '[SQL5] result %i, %s, is %s from either driver, also where the result is extended',
  (result, name, code) => {
    const one = 256
    for (const shown of [
      { errcode: result },
      { errcode: result + 3 * one },
      { code: name },
      { code: `${name}_WRITE` },
    ])
      expect(explained(Object.assign(new Error('it says'), shown))).toMatchObject({
        code,
        message: expect.stringContaining('it says'),
        details: { path: join(folder, 'iris.db') },
      })
  },
)

test('[SQL5] what is no failure of the outside world is thrown as it came', () => {
  const constraint = Object.assign(new Error('no'), { code: 'SQLITE_CONSTRAINT_UNIQUE' })
  for (const error of [constraint, Object.assign(new Error('no'), { errcode: 19 }), new Error('no'), 'no'])
    expect(explained(error)).toBe(error)
})
