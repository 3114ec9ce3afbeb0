import type { Mutation } from './mutation.ts'

const sessions = (file: string) => ({
  file: `src/core/sessions/${file}.ts`,
  test: 'src/core/sessions/delivering/retries.test.ts',
})

/** What becomes of a turn that met a limit: docs/spec/teams.md. */
export const limitMutations: readonly Mutation[] = [
  {
    rule: 'TEA71',
    ...sessions('ending/endings'),
    find: 'if (retry) putRetry(live, turn, { retry, append })',
    put: '',
  },
  {
    rule: 'TEA71',
    ...sessions('tables/turn-statements'),
    find: 'turn.id, coalesce(place, n), ?,',
    put: 'turn.id, 9e15, ?,',
  },
  { rule: 'TEA72', ...sessions('delivering/retries'), find: 'tries >= maxTries', put: 'false' },
  {
    rule: 'TEA73',
    ...sessions('delivering/delivery'),
    find: '!wasBegun && knownIn === sessionOf(live).conversation',
    put: '!wasBegun && knownIn',
  },
  {
    rule: 'TEA74',
    ...sessions('delivering/retries'),
    find: 'if (releasedAt !== null) return undefined',
    put: '',
  },
  {
    rule: 'TEA75',
    ...sessions('delivering/retries'),
    find: "if (row?.fromSession) onTold({ turn: row, step: 'put' }, append)",
    put: '',
  },
  {
    rule: 'TEA76',
    file: 'src/teamwork/orchestrator/waits.ts',
    test: 'src/teamwork/orchestrator/retrying.test.ts',
    find: 'sessions.retry(id)?.for ??',
    put: '',
  },
]
