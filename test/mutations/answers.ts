import type { Mutation } from './mutation.ts'

const sessions = (file: string) => ({
  file: `src/core/sessions/${file}.ts`,
  test: 'src/core/sessions/listening/answers.test.ts',
})

/** What was said in a turn, and how it is handed out: docs/spec/teams.md. */
export const answerMutations: readonly Mutation[] = [
  {
    rule: 'TEA83',
    file: 'src/core/sessions/listening/words.ts',
    test: 'src/core/sessions/listening/words.test.ts',
    find: "event.kind !== 'said' || event.subagent) return ''",
    put: "event.kind !== 'said') return ''",
  },
  {
    rule: 'TEA83',
    file: 'src/core/sessions/listening/words.ts',
    test: 'src/core/sessions/listening/words.test.ts',
    find: '  if (event.subagent) return undefined\n',
    put: '',
  },
  {
    rule: 'TEA83',
    ...sessions('listening/results'),
    find: '(isRepeated ? said.slice(0, -1) : said)',
    put: 'said',
  },
  { rule: 'TEA84', ...sessions('listening/words'), find: 'allowance.lines < 0 ? [] :', put: '' },
  {
    rule: 'TEA85',
    ...sessions('listening/answers'),
    find: 'starts.find((start) => whole.length - start <= most)',
    put: 'starts.find((start) => whole.length - start <= most + 1)',
  },
]
