import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inspect, killWriter } from '../support/log-kill.ts'

test('[LOG9] SIGKILL of the writer loses no acknowledged event and leaves the file whole', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'iris-kill-'))
  const path = join(folder, 'iris.db')
  try {
    for (let round = 0; round < 8; round += 1) {
      const acknowledged = await killWriter(path, { grouped: round % 2 === 0, writeFor: Math.random() * 120 })
      const after = inspect(path)
      expect(after.integrity).toBe('ok')
      expect(after.newest).toBeGreaterThanOrEqual(acknowledged)
      expect(after.count).toBe(after.newest)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
