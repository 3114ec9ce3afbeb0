import { expect, test } from 'vitest'
import { workMs } from '../../../platform/lib/work-time.suite.ts'
import { read } from './formats.suite.ts'
import { largestTaskFile } from './index.ts'

/** Files that grow with a number, each with something that is easily read too often. */
const growing: Record<string, (count: number) => string> = {
  'a spec-kit file of many phases': (count) =>
    many(
      count,
      (n) =>
        `${n % 10 === 0 ? `## Phase ${n}\n` : ''}- [ ] T${n} ${n % 2 ? '[P] ' : ''}In src/${n % 97}/${n}.ts`,
    ),
  'a phase with a thousand ranges': (count) =>
    many(count, (n) => `- [ ] T${n} [P] In ${n}.ts (depends on T1–T${n})`),
  'two phases that are all parallel': (count) =>
    many(count, (n) => `${n === count / 2 ? '## Two\n' : ''}- [ ] T${n} [P] In ${n}.ts`),
  'tasks that all write one file': (count) => many(count, (n) => `- [ ] T${n} In src/a.ts`),
  'parallel tasks that all write one file': (count) => many(count, (n) => `- [ ] T${n} [P] In src/a.ts`),
  'a Kiro plan of checkpoints': (count) =>
    many(count, (n) => `- [ ] ${n}. Checkpoint\n  - _Requirements: ${n}.1_`),
  'a Kiro plan with many parts': (count) =>
    many(count, (n) =>
      n % (count / 2) === 0 ? `- [ ] ${n}. Whole` : `  - [ ] ${n > count / 2 ? count / 2 : 0}.${n} Part`,
    ),
  'boxes without ids': (count) => many(count, () => '- [ ] words'),
  'blank lines': (count) => `- [ ] T001 In a.ts\n${'\n'.repeat(count * 20)}`,
  'one long line of blanks': (count) =>
    `- [ ] T001 In a.ts\n# a${' '.repeat(count * 20)}b\n${' '.repeat(count * 20)}`,
  'one long line of signs': (count) =>
    `- [ ] T001 ${'(depends on '.repeat(count)}${'`a/b.ts('.repeat(count)}`,
  'a beads file': (count) =>
    many(
      count,
      (n) =>
        `{"id":"a-${n}","title":"t","status":"open","dependencies":[{"depends_on_id":"a-${n + 1}","type":"blocks"}]}`,
    ),
  'task-master without ids': (count) => `{"tasks":[${Array.from({ length: count }, () => '{}').join(',')}]}`,
  'stories of one priority and the next': (count) =>
    `{"userStories":[${Array.from({ length: count }, (_, n) => `{"id":"${n}","priority":${n % 2},"passes":false}`).join(',')}]}`,
  'seed blocks': (count) =>
    many(count / 10, (n) => `\`\`\`yaml\nid: T-${n}\nstatus: pending\ndepends_on: [T-${n + 1}]\n\`\`\``),
}

function many(count: number, one: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => one(n)).join('\n')
}

test.each(Object.entries(growing))(
  '[TSF12] the time for %s grows with its size, not with its square',
  (_, make) => {
    const time = (text: string): number => workMs(() => read(text))
    const best = (text: string): number => Math.min(...[1, 2].map(() => time(text)))
    const [small, large] = [make(300), make(2400)]
    time(small)
    // Eight times the size costs 64 times as much when every part is compared with every other. What is bounded by a
    // count costs the same from there on; the floor keeps noise out of small times.
    expect(best(large) / Math.max(best(small), 8)).toBeLessThan(36)
  },
  60_000,
)

test('[TSF12] edges and conflicts beyond their bounds are told', () => {
  const codes = (text: string) => new Set(read(text).diagnostics.map(({ code }) => code))
  expect(codes(growing['two phases that are all parallel']?.(2000) ?? '')).toContain('TOO_MANY_EDGES')
  expect(codes(growing['a phase with a thousand ranges']?.(2000) ?? '')).toContain('TOO_MANY_EDGES')
  expect(codes(growing['parallel tasks that all write one file']?.(2000) ?? '')).toContain(
    'TOO_MANY_CONFLICTS',
  )
})

test('[TSF12] a text of more than 8 MiB is not read', () => {
  const line = '- [ ] T001 In a.ts\n'
  const file = read(line + ' '.repeat(largestTaskFile))
  expect([file.tasks, file.diagnostics.map(({ code }) => code)]).toEqual([[], ['TOO_LARGE']])
  expect(read(line + ' '.repeat(largestTaskFile - line.length)).tasks).toHaveLength(1)
})
