import { expect, test } from 'vitest'
import { betterSqlite, nodeSqlite } from './drivers.ts'
import { defaultDriver } from './open.ts'
import { sqliteContract } from './sqlite.suite.ts'

const better = betterSqlite()
const builtIn = nodeSqlite()

if (better) sqliteContract('better-sqlite3', better)
if (builtIn) sqliteContract('node:sqlite', builtIn)

test('[SQL2] this runtime has at least one driver', () => {
  expect(better ?? builtIn).toBeDefined()
})

test('[SQL2] node:sqlite is offered from Node 22.13 on and not before', () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  expect(builtIn !== undefined).toBe(major > 22 || (major === 22 && minor >= 13))
})

test('[SQL2] the first driver there is opens the file; with none the error says what is missing', () => {
  const open = (): never => {
    throw new Error('not opened here')
  }
  expect(defaultDriver([() => undefined, () => open])).toBe(open)
  expect(defaultDriver([() => open, () => () => open()])).toBe(open)
  expect(() => defaultDriver([() => undefined])).toThrow(
    expect.objectContaining({
      code: 'DATABASE_DRIVER_MISSING',
      message: expect.stringContaining('better-sqlite3'),
    }),
  )
})
