import { existsSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rulingMigrations } from '../rulings/index.ts'
import { openStore, createLog } from '../store/index.ts'
import { systemClock } from '../../platform/clock/index.ts'
import { join } from 'node:path'
import type { Check } from '../../contract/index.ts'
import { createCheckRows } from './rows.ts'
import { pruneOutputs } from './pruning.ts'
import { checkMigrations } from './migrations.ts'
import { openCheckWorld, type CheckWorld } from './world.suite.ts'

let world: CheckWorld
beforeEach(() => {
  world = openCheckWorld()
})
afterEach(() => world.end())

test('[CHK5] outputs of old checks are pruned, by number and by size; what their rows say stays', async () => {
  const ended: Check[] = []
  for (const word of ['one', 'two', 'three']) ended.push(await world.run(`echo ${word}`))
  const sql = openStore(join(world.home, 'iris.db'), [checkMigrations, rulingMigrations])
  const log = createLog({ sql, clock: systemClock })
  const rows = createCheckRows(sql)
  const context = { rows, log, folderOf: (id: string) => join(world.home, 'checks', id) }
  const kept = (): boolean[] => ended.map(({ check }) => existsSync(context.folderOf(check)))
  await pruneOutputs(context, { checks: 2, bytes: 1000 })
  expect(kept()).toEqual([false, true, true])
  await pruneOutputs(context, { checks: 2, bytes: 8 })
  expect(kept()).toEqual([false, false, true])
  await log.close()
  sql.close()
  const [first] = ended
  expect(world.checks.get(first!.check).steps).toMatchObject([{ head: 'one\n', file: null }])
  expect(await world.checks.output({ check: first!.check, step: 1, after: 0, limit: 10 })).toMatchObject({
    isEnd: true,
  })
})
