// The order of tasks beside a bare topological pass over the same graph, and how fast a long log is judged.
// Run: npm run bench:rules [-- --smoke]
import { judgeFailure } from '../src/core/rules/failure/classify.ts'
import { orderTasks } from '../src/core/rules/index.ts'
import type { PlannedTask } from '../src/core/rules/order/task.ts'
import { finish, median, report, smoke } from './figures.ts'

const rounds = smoke ? 3 : 20
const size = smoke ? 1000 : 10_000
const phases = ['database', 'types', 'queries', 'services', 'api', 'ui', 'tests']

const plain = plan((place) => [`src/${place}.ts`])
const shared = plan((place) => [`src/${place % Math.ceil(size / 4)}.ts`])
const bare = median(times(() => bareOrder(plain)))
const ordered = median(times(() => orderTasks(plain)))
const withFiles = median(times(() => orderTasks(shared)))
const log = `${'    at x (node:events:502:12)\n'.repeat(20_000)} FAIL  a.test.ts > a\nAssertionError: 1\n`

finish([
  report(`order of ${size} tasks with ${3 * size} edges`, { value: ordered, unit: 'ms', most: 150 }),
  report('the same where four tasks each write one file', { value: withFiles, unit: 'ms', most: 600 }),
  report('a bare topological pass', { value: bare, unit: 'ms' }),
  report('order, as a multiple of the bare pass', { value: ordered / bare, unit: 'x', most: 12 }),
  report('a log of 600 KB judged', { value: median(times(() => judge(log))), unit: 'ms', most: 150 }),
])

/** Three edges a task, to others before it; the numbers repeat with every run. */
function plan(filesOf: (place: number) => string[]): PlannedTask[] {
  let seed = 7
  const next = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  return Array.from({ length: size }, (_, place) => ({
    id: `T-${place}`,
    number: place,
    phase: phases[next(phases.length)],
    dependsOn: place === 0 ? [] : Array.from({ length: 3 }, () => `T-${next(place)}`),
    files: filesOf(place).map((path) => ({ path, action: 'UPDATE' })),
  }))
}

function times(act: () => unknown): number[] {
  return Array.from({ length: rounds }, () => {
    const begun = performance.now()
    act()
    return performance.now() - begun
  })
}

/** Kahn's order without phases, checks, waves or files. */
function bareOrder(tasks: readonly PlannedTask[]): string[] {
  const waiting = new Map(tasks.map(({ id, dependsOn }) => [id, dependsOn.length]))
  const followers = new Map<string, string[]>(tasks.map(({ id }) => [id, []]))
  for (const { id, dependsOn } of tasks) for (const needed of dependsOn) followers.get(needed)?.push(id)
  const order = tasks.filter(({ dependsOn }) => dependsOn.length === 0).map(({ id }) => id)
  for (const id of order)
    for (const follower of followers.get(id) ?? []) {
      const left = (waiting.get(follower) ?? 0) - 1
      waiting.set(follower, left)
      if (left === 0) order.push(follower)
    }
  return order
}

function judge(stderr: string): unknown {
  return judgeFailure({
    tool: 'vitest',
    command: 'npx vitest run',
    exitCode: 1,
    signal: null,
    timedOut: false,
    stdout: '',
    stderr,
    attempts: 1,
  })
}
