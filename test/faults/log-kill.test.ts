import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundled } from '../bundle/sources.ts'
import { inspect, killWriter } from '../support/log-kill.ts'
import { pointsOf, randomFrom, seedOf } from '../support/points.ts'

const program = [bundled(join(import.meta.dirname, '..', 'support', 'log-writer.ts'))]
const random = randomFrom(seedOf())
const points = Array.from({ length: 40 }, (_, round) => ({
  grouped: round % 2 === 0,
  writeFor: random() * 120,
}))

test('[LOG9] SIGKILL of the writer loses no acknowledged event and leaves the file whole', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'iris-kill-'))
  const path = join(folder, 'iris.db')
  try {
    for (const point of pointsOf('kills of a writer', points)) {
      const acknowledged = await killWriter(path, { ...point, program })
      const after = inspect(path)
      expect(after.integrity).toBe('ok')
      expect(after.newest).toBeGreaterThanOrEqual(acknowledged)
      expect(after.count).toBe(after.newest)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
