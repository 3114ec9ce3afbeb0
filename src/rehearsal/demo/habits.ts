import type { ProjectStart } from './project.ts'

/** A test of one function; what the playbook's agents write is proved by it. */
function testOf(names: readonly string[], from: string, claim: string): string {
  return [
    "import test from 'node:test'",
    "import assert from 'node:assert/strict'",
    `import { ${names.join(', ')} } from '../src/${from}.js'`,
    `test('${from}', () => ${claim})`,
    '',
  ].join('\n')
}

const read = `{ name: 'Read', days: [1, 3, 4, 5] }`
/** What a name may hold that CSV has a meaning for. */
const slowly = `{ name: 'Read, "slowly"', days: [8, 9] }`
const quoted = '"Read, ""slowly""",2'

/** A project whose owner wrote the tests first: nothing of it was built yet. */
export const habitsProject: ProjectStart = {
  title: 'The tests of what is to be built',
  files: {
    'package.json': '{ "name": "habits", "type": "module" }\n',
    'README.md': '# Habits\n\nCounts on which days something was done.\n',
    'test/habit.test.js': testOf(
      ['habit', 'tick'],
      'habit',
      "assert.deepEqual(tick(tick(habit('Read'), 3), 3), { name: 'Read', days: [3] })",
    ),
    'test/streak.test.js': testOf(['streak'], 'streak', `assert.equal(streak(${read}, 5), 3)`),
    'test/week.test.js': testOf(['week'], 'week', 'assert.equal(week({ days: [1, 8, 9] }, 9), 2)'),
    'test/report.test.js': testOf(
      ['report'],
      'report',
      `assert.equal(report(${read}, 5), 'Read: 3 days in a row, 4 of the last 7')`,
    ),
    'test/csv.test.js': testOf(
      ['csv'],
      'export/csv',
      `assert.equal(csv([${slowly}]), 'name,days\\n${quoted}\\n')`,
    ),
    'test/lines.test.js': testOf(['lines'], 'export/lines', `assert.equal(lines([${read}]), 'Read: 4\\n')`),
    'test/weeks.test.js': testOf(
      ['weeks'],
      'export/weeks',
      `assert.equal(weeks([${slowly}], 9), 'name,week\\n${quoted}\\n')`,
    ),
    'test/streaks.test.js': testOf(
      ['streaks'],
      'export/streaks',
      `assert.equal(streaks([${slowly}], 9), 'name,streak\\n${quoted}\\n')`,
    ),
  },
  check: ['--test'],
}
