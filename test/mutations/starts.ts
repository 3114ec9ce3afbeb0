import type { Mutation } from './mutation.ts'

/** Starts that fail, and agents that a person ended: docs/spec/teams.md. */
export const startMutations: readonly Mutation[] = [
  {
    rule: 'TEA70',
    file: 'src/core/sessions/ending/exits.ts',
    test: 'src/core/sessions/ending/stopping.test.ts',
    find: 'if (exit.why) noteStopped(live, agent, exit.why)',
    put: '',
  },
  {
    rule: 'TEA64',
    file: 'src/core/sessions/delivering/failed-starts.ts',
    test: 'src/core/sessions/delivering/failed-starts.test.ts',
    find: "absent.has(code) ? 'absent'",
    put: "absent.has(code) ? 'ran'",
  },
  {
    rule: 'TEA64',
    file: 'src/core/sessions/live-session.ts',
    test: 'src/core/sessions/delivering/failed-starts.test.ts',
    find: '  live.cancelRetry = cancelRetry\n',
    put: '',
  },
  {
    rule: 'TEA64',
    file: 'src/core/sessions/delivering/undelivered.ts',
    test: 'src/core/sessions/delivering/failed-starts.test.ts',
    find: '  if (isGivenUp(vain)) return endNow(',
    put: '  if (vain) return endNow(',
  },
  {
    rule: 'TEA65',
    file: 'src/core/sessions/delivering/failed-starts.ts',
    test: 'src/core/sessions/delivering/failed-starts.test.ts',
    find: 'failure.starts === maxStarts',
    put: 'failure.starts >= maxStarts',
  },
  {
    rule: 'TEA65',
    file: 'src/core/sessions/delivering/failed-starts.ts',
    test: 'src/core/sessions/delivering/failed-starts.test.ts',
    find: 'starts < 2 * maxStarts',
    put: 'starts < maxStarts',
  },
  {
    rule: 'TEA65',
    file: 'src/core/sessions/delivering/failed-starts.ts',
    test: 'src/core/sessions/delivering/failed-starts.test.ts',
    find: "how === 'lost' ? 'hindered' : 'ran'",
    put: "'ran'",
  },
]
