import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { IrisError } from '../../contract/index.ts'
import { copiesFolder, copiesOf, copyWords, namingCopy } from './copies.ts'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'iris-copies-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

test('[LOG19] the newest copy is named, and where there is none that is said', () => {
  const path = join(folder(), 'iris.db')
  expect([copiesOf(path), copyWords(path)]).toEqual([[], 'There is no backup of it.'])
  const copies = copiesFolder(path)
  mkdirSync(copies, { recursive: true })
  for (const name of ['iris-2026-02.db', 'iris-2026-01.db', 'other.db', 'iris-2026-03.db-wal'])
    writeFileSync(join(copies, name), '')
  expect(copiesOf(path)).toEqual(['iris-2026-01.db', 'iris-2026-02.db'].map((name) => join(copies, name)))
  expect(copyWords(path)).toBe(`The newest backup of it is ${join(copies, 'iris-2026-02.db')}`)
  expect(dirname(copies)).toBe(dirname(path))
})

test('[LOG19] only an error that a copy could mend names one', () => {
  const path = join(folder(), 'iris.db')
  const told = (error: Error) => {
    try {
      return namingCopy(path, () => {
        throw error
      })
    } catch (thrown) {
      return thrown
    }
  }
  const broken = told(new IrisError('DATABASE_CORRUPT', 'It is broken.'))
  expect(broken).toMatchObject({
    code: 'DATABASE_CORRUPT',
    message: 'It is broken. There is no backup of it.',
  })
  for (const other of [new IrisError('DISK_FULL', 'full'), new Error('another')])
    expect(told(other)).toBe(other)
  expect(namingCopy(path, () => 7)).toBe(7)
})
