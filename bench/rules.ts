// The order of tasks beside a bare topological pass over the same graph, and how fast a long log is judged.
// Run: npm run bench:rules [-- --smoke]
import { judgeFailure } from '../src/core/rules/failure/classify.ts'
import { orderTasks } from '../src/core/rules/index.ts'
import { finish, median, report, smoke, times } from './figures.ts'
import { bareOrder, planOf, size } from './tasks-order.ts'

const rounds = smoke ? 3 : 20

const plain = planOf((place) => [`src/${place}.ts`])
const shared = planOf((place) => [`src/${place % Math.ceil(size / 4)}.ts`])
const bare = median(times(rounds, () => bareOrder(plain)))
const ordered = median(times(rounds, () => orderTasks(plain)))
const withFiles = median(times(rounds, () => orderTasks(shared)))
const log = `${'    at x (node:events:502:12)\n'.repeat(20_000)} FAIL  a.test.ts > a\nAssertionError: 1\n`

finish([
  report(`order of ${size} tasks with ${3 * size} edges`, { value: ordered, unit: 'ms', most: 150 }),
  report('the same where four tasks each write one file', { value: withFiles, unit: 'ms', most: 600 }),
  report('a bare topological pass', { value: bare, unit: 'ms' }),
  report('order, as a multiple of the bare pass', { value: ordered / bare, unit: 'x', most: 12 }),
  report('a log of 600 KB judged', { value: median(times(rounds, () => judge(log))), unit: 'ms', most: 150 }),
])

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
