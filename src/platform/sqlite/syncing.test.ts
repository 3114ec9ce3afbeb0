import { fstatSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSyncing } from './syncing.ts'

test('[LOG23] a file that was closed stays closed: its number is by then that of another', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'iris-syncing-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'iris.db')
  writeFileSync(`${path}-wal`, 'pages')
  const syncing = createSyncing(path)
  const last = syncing.syncSoon()
  syncing.close()
  await last
  // Who opens now gets the number that has become free.
  const other = openSync(join(folder, 'other'), 'w')
  syncing.close()
  expect(fstatSync(other).isFile()).toBe(true)
})
