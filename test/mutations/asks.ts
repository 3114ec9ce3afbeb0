import type { Mutation } from './mutation.ts'

const inbox = (file: string, test: string) => ({
  file: `src/core/inbox/${file}.ts`,
  test: `src/core/inbox/${test}.test.ts`,
})
const asking = (file: string) => ({
  file: `src/core/${file}.ts`,
  test: 'src/core/sessions/listening/asking.test.ts',
})
const overall = (file: string) => ({ file: `src/${file}.ts`, test: 'test/e2e/inbox.test.ts' })

/** What waits for somebody: docs/spec/inbox.md. */
export const askMutations: readonly Mutation[] = [
  { rule: 'INB1', ...inbox('reading/views', 'asks'), find: 'grant: grantOf(ask),', put: 'grant: null,' },
  {
    rule: 'INB38',
    ...inbox('reading/views', 'asks'),
    find: '(isCut && Object.values(input).some(isLong))',
    put: '(isCut && Object.values(input).every(isLong) && input === undefined)',
  },
  {
    rule: 'INB39',
    ...inbox('raising/questions', 'raising/questions'),
    find: '...(implications ? { implications } : {}),',
    put: '...(implications === undefined ? { implications } : {}),',
  },
  { rule: 'INB2', ...inbox('raising/filing', 'asks'), find: '.changes > 0', put: '.changes >= 0' },
  {
    rule: 'INB3',
    ...inbox('answering/answers', 'answering/answers'),
    find: 'chosen.length > 1 &&',
    put: 'chosen.length > 9 &&',
  },
  {
    rule: 'INB4',
    ...inbox('answering/answers', 'answering/answers'),
    find: 'String(place + 1)',
    put: 'String(place)',
  },
  {
    rule: 'INB5',
    ...inbox('answering/answers', 'answering/answers'),
    find: "kind === 'plan' && text ?",
    put: "kind === 'plan' && !text ?",
  },
  { rule: 'INB6', ...inbox('answering/first-answer', 'asks'), find: 'if (same(ask) ||', put: 'if (' },
  {
    rule: 'INB7',
    ...asking('inbox/raising/agent-asks'),
    find: "as: 'policy' as const",
    put: "as: 'user' as const",
  },
  {
    rule: 'INB8',
    ...inbox('answering/policy', 'asks'),
    find: "'ASK_NOT_YOURS', 'This",
    put: "'NOT_FOUND', 'This",
  },
  {
    rule: 'INB9',
    ...inbox('raising/questions', 'asks'),
    find: '!isSensitive(detail.tags, wordsIn(question))',
    put: 'question.text !== null',
  },
  {
    rule: 'INB10',
    ...inbox('answering/first-answer', 'asks'),
    find: "answer.always && as !== 'user'",
    put: "answer.always && as === 'policy'",
  },
  {
    rule: 'INB11',
    ...inbox('answering/grants', 'asks'),
    find: 'WHERE team = ? AND allows',
    put: 'WHERE (team = ? OR 1) AND allows',
  },
  {
    rule: 'INB12',
    ...asking('sessions/recovering/recovery'),
    find: 'for (const ask of context.asks.uncarried()) await deliver(context, ask)',
    put: '',
  },
  {
    rule: 'INB13',
    ...asking('inbox/raising/agent-asks'),
    find: '.filter((ask) => ask.request !== null || isAwaited(ask))',
    put: '',
  },
  {
    rule: 'INB14',
    ...inbox('answering/carriage', 'raising/questions'),
    find: "isDefault(ask) ? 'none'",
    put: "isDefault(ask) ? 'turn'",
  },
  {
    rule: 'INB15',
    ...inbox('raising/agent-asks', 'asks'),
    find: 'rows.requestsOf.all(agent))\n        close(',
    put: 'rows.requestsOf.all(agent).slice(1))\n        close(',
  },
  {
    rule: 'INB16',
    ...inbox('reminding/timing', 'raising/questions'),
    find: 'nextReminder = 30 *',
    put: 'nextReminder = 3 *',
  },
  {
    rule: 'INB17',
    ...inbox('reminding/timing', 'raising/questions'),
    find: 'return reversible ? day : null',
    put: 'return day',
  },
  {
    rule: 'INB18',
    ...inbox('raising/json-questions', 'raising/json-questions'),
    find: 'given ?? defaultOption',
    put: 'defaultOption ?? given',
  },
  {
    rule: 'INB19',
    ...inbox('create', 'raising/questions'),
    find: 'isStarted = true\n      agenda.rearm()',
    put: 'isStarted = true',
  },
  {
    rule: 'INB20',
    ...inbox('raising/questions', 'raising/questions'),
    find: 'before?.batch ?? before?.id',
    put: 'before?.id',
  },
  {
    rule: 'INB21',
    ...inbox('reminding/timing', 'raising/questions'),
    find: 'maxOpen = 3',
    put: 'maxOpen = 4',
  },
  {
    rule: 'INB22',
    ...inbox('reminding/timing', 'raising/questions'),
    find: 'repeatWithin = day',
    put: 'repeatWithin = 2 * day',
  },
  {
    rule: 'INB23',
    ...inbox('answering/learning', 'raising/questions'),
    find: 'timesInARow = 3',
    put: 'timesInARow = 2',
  },
  {
    rule: 'INB24',
    ...inbox('answering/first-answer', 'raising/questions'),
    find: 'learning.forgetIn(ask.key, by, append)',
    put: 'void learning',
  },
  {
    rule: 'INB25',
    ...inbox('raising/judgment', 'raising/questions'),
    find: 'rows.of.get(team, everywhere) !== undefined',
    put: 'false',
  },
  {
    rule: 'INB26',
    ...inbox('raising/json-questions', 'raising/json-questions'),
    find: 'maxQuestions = 5',
    put: 'maxQuestions = 6',
  },
  {
    rule: 'INB27',
    ...inbox('create', 'raising/questions'),
    find: 'await new Promise(setImmediate)',
    put: 'asks.carried(ask.id)',
  },
  {
    rule: 'INB28',
    ...overall('core/agents/team-spec'),
    find: 'questioning ? questioningPrompt',
    put: '!questioning ? questioningPrompt',
  },
  {
    rule: 'INB29',
    ...overall('core/inbox/reading/listing'),
    find: '.filter((ask) => mayAnswer(rights, who, ask))',
    put: '',
  },
  {
    rule: 'INB30',
    ...overall('core/inbox/operations'),
    find: "if (caller.kind !== 'agent')",
    put: "if (caller.kind === 'agent')",
  },
  {
    rule: 'INB32',
    ...inbox('answering/closing', 'asks'),
    find: "if (ask.kind === 'permission' ||",
    put: 'if (',
  },
  {
    rule: 'INB33',
    ...inbox('answering/closing', 'asks'),
    find: 'falseAlarm && ask.request === null',
    put: 'falseAlarm',
  },
  {
    rule: 'INB34',
    ...inbox('reading/figures', 'asks'),
    find: '(times.length - 1) / 2',
    put: 'times.length / 2',
  },
  // A lead answers what is tagged security.
  {
    rule: 'INB9',
    ...inbox('answering/policy', 'asks'),
    find: 'ask.lead === null || isForPeople(ask)',
    put: 'ask.lead === null',
  },
  {
    rule: 'INB35',
    file: 'src/core/sessions/leads.ts',
    test: 'src/core/sessions/leads.test.ts',
    find: 'if (!worksFor(context, told.fromSession, team)) return',
    put: 'if (told) return',
  },
  {
    rule: 'INB36',
    file: 'src/core/sessions/listening/asking.ts',
    test: 'src/core/sessions/listening/asking.test.ts',
    find: "const isEmptyPlan = asked.ask.type === 'plan' && asked.ask.plan.trim() === ''",
    put: 'const isEmptyPlan = false',
  },
  {
    rule: 'INB40',
    file: 'src/core/inbox/answering/closing.ts',
    test: 'src/teamwork/intelligence/filed-first.test.ts',
    find: 'const after = expiryOf(type, detail)',
    put: 'const after = expiryOf(ask.type, detail)',
  },
  {
    rule: 'INB37',
    file: 'src/core/sessions/delivering/queue.ts',
    test: 'src/teamwork/intelligence/questions.test.ts',
    find: "if (author !== 'iris') context.asks.withdrawFound(session, append)",
    put: '',
  },
]
