import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newId } from '../../contract/index.ts'
import type { CompiledConfig } from '../../platform/config/index.ts'
import { manualClock } from '../../platform/clock/index.ts'
import { closeBase, openBase } from '../../core/store/base.suite.ts'
import { openLogWorld, type LogWorld } from '../../core/store/log.suite.ts'
import type { WatchedTask } from '../work/index.ts'
import { lookAround, type WatchFacts } from './looking.ts'
import { createProgress } from './progress.ts'
import { createWatch } from './watch.ts'
import { alertMigrations, createAlerts, type FoundAlert } from '../../core/alerts/index.ts'
import { createRulings, rulingMigrations } from '../../core/rulings/index.ts'

const minute = 60_000
const noon = 100 * minute
const session = newId('ses')
const task: WatchedTask = {
  build: 'shop-b1',
  team: 'shop',
  task: 'shop-1',
  phase: '',
  session,
  waiting: null,
  isChecked: false,
  since: noon,
}
const work = { packages: [], watchEvery: 120_000, stuckAfter: 10, stuckAfterOf: { database: 5, tests: 15 } }
// Only this section is read here.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const config = () => ({ work }) as unknown as CompiledConfig
const quiet: Omit<WatchFacts, 'progress'> = {
  leases: { list: () => ({ leases: [], waits: [] }), isAwaited: () => false },
  usage: { heldUntil: () => 0, scopeUse: () => [] },
  rulings: { keep: () => newId('rlg') },
  config,
  tasks: [],
  components: [],
  now: noon,
}

async function look(facts: Partial<WatchFacts>, lines: readonly object[] = []): Promise<FoundAlert[]> {
  const world = openLogWorld()
  try {
    print(world, lines)
    return lookAround({ ...quiet, progress: createProgress(world.log), ...facts })
  } finally {
    await world.end()
  }
}

function print({ log }: LogWorld, lines: readonly object[]): void {
  for (const line of lines)
    log.write((append) =>
      append({ type: 'agent.printed', session, agent: newId('agt'), data: { line: JSON.stringify(line) } }),
    )
}

const after = (minutes: number, more: Partial<WatchedTask> = {}) =>
  look({ tasks: [{ ...task, ...more }], now: noon + minutes * minute })

test('[RLG1] what is stuck is told with its ruling, once for each that is news', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'iris-watch-'))
  const base = openBase(folder, [alertMigrations, rulingMigrations], manualClock(noon))
  const rulings = createRulings(base)
  const alerts = createAlerts(base)
  const progress = createProgress(base.log)
  try {
    const lookAt = (minutes: number) =>
      alerts.found(lookAround({ ...quiet, progress, rulings, tasks: [task], now: noon + minutes * minute }))
    for (const minutes of [5, 11, 12, 21, 22]) lookAt(minutes)
    const kept = rulings.list({ limit: 10 }).rulings.map(({ ruling }) => rulings.get(ruling))
    expect(kept.map(({ rule, about, outcome }) => [rule, about, outcome])).toEqual([
      ['stuck', 'shop-1', { alert: true, pm: 'ESCALATE' }],
      ['stuck', 'shop-1', { alert: true, pm: 'WATCH' }],
    ])
    expect(kept.map(({ ruling }) => rulings.replay(ruling).isSame)).toEqual([true, true])
  } finally {
    await closeBase(base)
    rmSync(folder, { recursive: true })
  }
})

test('[ALR4] a task without progress is stuck, first a warning, then a problem, then critical', async () => {
  expect(await after(10)).toEqual([])
  expect(await after(11)).toMatchObject([{ kind: 'stuck', subject: 'shop-1', severity: 'warning' }])
  expect(await after(21)).toMatchObject([{ severity: 'problem' }])
  expect(await after(31)).toMatchObject([{ severity: 'critical' }])
  expect(await after(6, { phase: 'database' })).toHaveLength(1)
  expect(await after(14, { phase: 'tests' })).toEqual([])
})

test('[ALR4] what waits is not stuck, and a check may take its time', async () => {
  for (const waiting of ['human', 'lock', 'dependency'] as const)
    expect(await after(90, { waiting })).toEqual([])
  expect(await after(29, { isChecked: true })).toEqual([])
  expect(await after(31, { isChecked: true })).toHaveLength(1)
})

const use = (id: string, command: string) => ({
  type: 'assistant',
  message: { content: [{ type: 'tool_use', id, name: 'Bash', input: { command } }] },
})
const result = (id: string, content: string, isError = false) => ({
  type: 'user',
  message: { content: [{ type: 'tool_result', tool_use_id: id, content, is_error: isError }] },
})

test('[ALR5] an agent that goes round in circles is found; one that waits on purpose is not', async () => {
  const round = (command: string) =>
    [1, 2, 3, 4].flatMap((n) => [use(`t${n}`, command), result(`t${n}`, 'same')])
  const tasks = [task]
  expect(await look({ tasks }, round('npm test'))).toMatchObject([{ kind: 'loop', severity: 'problem' }])
  expect(await look({ tasks }, round('sleep 5'))).toEqual([])
  expect(await look({ tasks }, round('npm test').slice(0, 4))).toEqual([])
})

test('[ALR6] tasks that wait for each other, a part that is down, the account and a spent budget are alerts', async () => {
  const file = (task: string, files: string[]) => ({ key: task, files })
  const leases = {
    isAwaited: () => true,
    list: () => ({
      leases: [file('a', ['x']), file('b', ['y'])],
      waits: [file('a', ['y']), file('b', ['x'])],
    }),
  }
  // Only keys and files are read here.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const found = await look({ leases: leases as unknown as WatchFacts['leases'] })
  expect(found).toMatchObject([{ kind: 'deadlock', subject: 'a b', severity: 'critical' }])
  const components = [{ component: 'iris-pipe', isUp: false, words: 'not heard', seenAt: null }]
  expect(await look({ components })).toMatchObject([{ kind: 'component', subject: 'iris-pipe' }])
  const spent = {
    kind: 'build',
    name: 'b',
    span: 'total',
    limitUsd: 1,
    limitTokens: null,
    usedUsd: 1,
    usedTokens: 0,
  } as const
  const usage = { heldUntil: () => 1, scopeUse: () => [spent] }
  expect((await look({ usage })).map(({ kind }) => kind)).toEqual(['quota', 'budget'])
})

test('[ALR9] an alert says since when it is so; who holds files while it waits for a person is part of no deadlock', async () => {
  expect(await after(11)).toMatchObject([{ since: noon }])
  const held = (key: string, files: string[], isAsking: boolean) => ({ key, files, isAsking })
  const list = () => ({
    leases: [held('a', ['x'], true), held('b', ['y'], false)],
    waits: [held('a', ['y'], false), held('b', ['x'], false)],
  })
  // Only keys, files and who asks are read here.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  expect(await look({ leases: { list, isAwaited: () => true } as unknown as WatchFacts['leases'] })).toEqual(
    [],
  )
})

test('[ALR1] the watch looks by its timer, goes on after a fault, and asks nobody', async () => {
  const world = openLogWorld()
  const clock = manualClock(noon)
  const looks: number[] = []
  const alerts = { found: (all: readonly FoundAlert[]) => void looks.push(all.length) }
  let isBroken = false
  const watched = (): WatchedTask[] => {
    if (isBroken) throw new Error('cannot be read')
    return [{ ...task, since: 0 }]
  }
  // The service has more, which the watch does not use.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const deps = {
    ...quiet,
    log: world.log,
    alerts: alerts as never,
    clock,
    logger: { error: () => undefined },
  }
  const watch = createWatch({ ...deps, work: { watched }, components: [] })
  clock.advance(120_000)
  isBroken = true
  clock.advance(120_000)
  isBroken = false
  clock.advance(120_000)
  expect(looks).toEqual([1, 1])
  expect(watch.report()).toMatchObject({ everyMs: 120_000, watched: 1 })
  const restarts: string[] = []
  const part = { component: 'rooms', look: () => ({ isUp: true, words: 'up' }) }
  watch.alsoLooksAt({ ...part, restart: () => void restarts.push('rooms') })
  await watch.restart('rooms')
  expect([watch.canRestart('rooms'), watch.canRestart('nothing'), restarts]).toEqual([true, false, ['rooms']])
  expect(watch.report().components).toMatchObject([{ component: 'rooms', isUp: true }])
  watch.close()
  clock.advance(240_000)
  expect(looks).toHaveLength(2)
  await world.end()
})

test('[ALR10] what was read of a session once is not read again; what came since counts with it', async () => {
  const world = openLogWorld()
  const reads: unknown[] = []
  const { log } = world
  const progress = createProgress({
    newest: (one) => log.newest(one),
    read(query) {
      reads.push(query)
      return log.read(query)
    },
  })
  const loopOf = () => progress.circleOf(session, progress.newestOf(session)).outcome.loop
  const again = (n: number) => [use(`t${n}`, 'npm test'), result(`t${n}`, 'same')]
  print(world, [1, 2, 3].flatMap(again))
  expect([loopOf(), loopOf()]).toEqual([null, null])
  expect(reads).toHaveLength(1)
  print(world, again(4))
  expect(loopOf()).toBe('same_result')
  print(world, [use('t5', 'sleep 5'), result('t5', 'same')])
  expect(loopOf()).toBe('same_result')
  print(
    world,
    Array.from({ length: 200 }, (_, n) => [use(`u${n}`, `make ${n}`), result(`u${n}`, 'done')]).flat(),
  )
  expect(loopOf()).toBeNull()
  expect(reads).toHaveLength(5)
  progress.keep(new Set())
  expect(loopOf()).toBeNull()
  expect(reads).toHaveLength(6)
  await world.end()
})
