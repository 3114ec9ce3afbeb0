import type { Mutation } from './mutation.ts'

/** Starts that fail, and agents that a person ended: docs/spec/teams.md. */
export const startMutations: readonly Mutation[] = [
  {
    rule: 'TEA88',
    file: 'src/core/sessions/recovering/recovery.ts',
    test: 'src/core/sessions/interleavings.test.ts',
    find: 'context.pool.get(session)?.agent.id !== given',
    put: '!context.pool.get(session)',
  },
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
    find: '  if (vain.isGivenUp) return endNow(',
    put: '  if (vain) return endNow(',
  },
  {
    rule: 'TEA65',
    file: 'src/core/sessions/delivering/failed-starts.ts',
    test: 'src/core/sessions/delivering/failed-starts.test.ts',
    find: 'starts >= maxStarts',
    put: 'starts > maxStarts',
  },
  {
    rule: 'TEA65',
    file: 'src/core/sessions/delivering/failed-starts.ts',
    test: 'src/core/sessions/delivering/failed-starts.test.ts',
    find: 'isEnough && hasGivenUp ?',
    put: 'hasGivenUp ?',
  },
  {
    rule: 'TEA87',
    file: 'src/core/sessions/delivering/failed-starts.ts',
    test: 'src/core/sessions/delivering/failed-starts.test.ts',
    find: ' && !hasGivenUp',
    put: '',
  },
  {
    rule: 'TEA87',
    file: 'src/core/sessions/delivering/failed-starts.ts',
    test: 'src/core/sessions/delivering/failed-starts.test.ts',
    find: 'before?.turn === turn.id ? before.starts : 0',
    put: 'before?.starts ?? 0',
  },
  {
    rule: 'TEA87',
    file: 'src/core/sessions/ending/exits.ts',
    test: 'src/core/sessions/delivering/failed-starts.test.ts',
    find: "const cause = vain && { cause: 'start' as const }",
    put: 'const cause = {}',
  },
  {
    rule: 'TEA87',
    file: 'src/core/sessions/listening/listening.ts',
    test: 'src/core/sessions/delivering/failed-starts.test.ts',
    find: '  context.rows.clearGivenUp.run(id)\n',
    put: '',
  },
  {
    rule: 'TEA65',
    file: 'src/core/sessions/delivering/failed-starts.ts',
    test: 'src/core/sessions/delivering/failed-starts.test.ts',
    find: "how === 'lost' ? 'hindered' : 'ran'",
    put: "'ran'",
  },
]
