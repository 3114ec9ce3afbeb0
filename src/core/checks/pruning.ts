import { rm } from 'node:fs/promises'
import type { ChecksContext } from './context.ts'

/** How much output is kept of checks that have ended. */
const keptBounds = { checks: 200, bytes: 2 * 1024 * 1024 * 1024 }

/** Deletes the outputs of old checks; what their rows say stays. */
export async function pruneOutputs(
  { rows, log, folderOf }: Pick<ChecksContext, 'rows' | 'log' | 'folderOf'>,
  bounds = keptBounds,
): Promise<void> {
  let bytes = 0
  for (const [place, check] of rows.kept().entries()) {
    bytes += check.bytes
    if (place < bounds.checks && bytes <= bounds.bytes) continue
    await rm(folderOf(check.id), { recursive: true, force: true })
    log.write(() => rows.setPruned(check.id))
  }
}
