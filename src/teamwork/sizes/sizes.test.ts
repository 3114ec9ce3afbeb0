import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId, type CallOutput, type SessionId } from '../../contract/index.ts'
import { createRulings, rulingMigrations, type Rulings } from '../../core/rulings/index.ts'
import { closeBase, openBase, type Base } from '../../core/store/base.suite.ts'
import { createUsage, usageMigrations, type Usage } from '../../core/usage/index.ts'
import { manualClock, type ManualClock } from '../../platform/clock/index.ts'
import type { CompiledConfig } from '../../platform/config/index.ts'
import { proposeSize, type SizesDeps } from './sizes.ts'

let folder: string
let base: Base<ManualClock>
let usage: Usage
let rulings: Rulings

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'iris-sizes-'))
  base = openBase(folder, [usageMigrations, rulingMigrations], manualClock(Date.UTC(2026, 0, 10)))
  usage = createUsage(base)
  rulings = createRulings(base)
})
afterEach(async () => {
  usage.close()
  await closeBase(base)
  rmSync(folder, { recursive: true })
})

/** Past runs and builds are only read here, so lists of them do. */
function proposed(goal: string, past: { runs?: object[]; builds?: object[] } = {}) {
  const teams = new Map([['shop', { path: folder }]])
  const deps = {
    config: () => ({ teams }) as unknown as CompiledConfig,
    projects: base.projects,
    rulings,
    usage,
    runs: { list: () => past.runs ?? [] },
    work: { list: () => ({ builds: past.builds ?? [] }) },
  } as unknown as SizesDeps
  return proposeSize(deps, { team: 'shop', goal })
}

function spend(session: SessionId, costUsd: number, more: { rehearsed?: boolean; team?: string } = {}): void {
  const tokens = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 }
  const { rehearsed = false, team = 'shop' } = more
  const used = { turn: newId('trn'), session, team, costUsd, tokens, rehearsed, model: null }
  base.log.write((append) => usage.record(used, append))
}

const costsOf = ({ sizes }: CallOutput<'proposeSize'>) =>
  Object.fromEntries(sizes.map(({ size, costUsd, past }) => [size, [costUsd, past]]))

test('[RUL58] each size is shown with the median of what past ones of the team cost', async () => {
  const [told, led, built] = [newId('ses'), newId('ses'), newId('ses')]
  for (const cost of [0.3, 0.1, 0.2]) spend(told, cost)
  spend(told, 9, { rehearsed: true })
  spend(told, 9, { team: 'other' })
  spend(led, 5)
  usage.countFor(built, [{ kind: 'build', name: 'shop-b1' }])
  spend(built, 7)
  const run = { leader: { session: led }, costUsd: 5, endedAt: 1 }
  const found = await proposed('Add a dark mode', {
    runs: [run, { leader: { session: newId('ses') }, costUsd: 8, endedAt: null }],
    builds: [
      { costUsd: 7, endedAt: 1 },
      { costUsd: 2, endedAt: null },
    ],
  })
  expect(found).toMatchObject({ size: 'run', taskFile: null })
  expect(costsOf(found)).toEqual({
    tell: [0.2, 3],
    run: [5, 1],
    build: [7, 1],
    idea: [null, 0],
    org: [null, 0],
  })
})

test('[RUL58] a task file that the goal names counts when the project has it, and is never one outside', async () => {
  mkdirSync(join(folder, 'specs'))
  writeFileSync(join(folder, 'specs', 'tasks.md'), '# Tasks\n')
  expect(await proposed('Work through "specs/tasks.md", please')).toMatchObject({
    size: 'build',
    taskFile: join(folder, 'specs', 'tasks.md'),
  })
  expect(await proposed('Work through other.md, please')).toMatchObject({ size: 'run', taskFile: null })
  expect(await proposed('Work through /etc/hosts.md and ../x.md')).toMatchObject({ taskFile: null })
})

test('[RUL58] the proposal is a ruling that can be looked at again; an unknown team is said', async () => {
  await proposed('Which tests fail?')
  const [ruling] = rulings.list({ limit: 5 }).rulings
  expect(ruling).toMatchObject({ rule: 'size', about: 'shop' })
  await expect(
    proposeSize({ config: () => ({ teams: new Map() }) } as unknown as SizesDeps, { team: 'no', goal: 'x' }),
  ).rejects.toMatchObject({ code: 'TEAM_UNKNOWN' })
})
