import type { Mutation } from './mutation.ts'

const inbox = (file: string, test: string) => ({
  file: `src/core/inbox/${file}.ts`,
  test: `src/core/inbox/${test}.test.ts`,
})
const asking = (file: string) => ({ file: `src/core/${file}.ts`, test: 'src/core/sessions/asking.test.ts' })
const overall = (file: string) => ({ file: `src/${file}.ts`, test: 'test/e2e/inbox.test.ts' })

/** What waits for somebody: docs/spec/inbox.md. */
export const askMutations: readonly Mutation[] = [
  { rule: 'INB1', ...inbox('views', 'asks'), find: 'rule: ruleOf(ask),', put: 'rule: null,' },
  { rule: 'INB2', ...inbox('filing', 'asks'), find: '.changes > 0', put: '.changes >= 0' },
  { rule: 'INB3', ...inbox('answers', 'answers'), find: 'chosen.length > 1 &&', put: 'chosen.length > 9 &&' },
  { rule: 'INB4', ...inbox('answers', 'answers'), find: 'String(place + 1)', put: 'String(place)' },
  {
    rule: 'INB5',
    ...inbox('answers', 'answers'),
    find: "kind === 'plan' && text ?",
    put: "kind === 'plan' && !text ?",
  },
  { rule: 'INB6', ...inbox('answering', 'asks'), find: 'if (same(ask) ||', put: 'if (' },
  { rule: 'INB7', ...asking('inbox/requests'), find: "as: 'policy' as const", put: "as: 'user' as const" },
  { rule: 'INB8', ...inbox('policy', 'asks'), find: "'ASK_NOT_YOURS', 'This", put: "'NOT_FOUND', 'This" },
  {
    rule: 'INB9',
    ...inbox('raising', 'asks'),
    find: '!isSensitive(detail.tags, wordsIn(question))',
    put: 'question.text !== null',
  },
  {
    rule: 'INB10',
    ...inbox('answering', 'asks'),
    find: "answer.always && as !== 'user'",
    put: "answer.always && as === 'policy'",
  },
  {
    rule: 'INB11',
    ...inbox('rules', 'asks'),
    find: 'WHERE team = ? AND allows',
    put: 'WHERE (team = ? OR 1) AND allows',
  },
  {
    rule: 'INB12',
    ...asking('sessions/recovery'),
    find: 'for (const ask of world.asks.uncarried()) await deliver(world, ask)',
    put: '',
  },
  {
    rule: 'INB13',
    ...asking('inbox/requests'),
    find: '.filter((ask) => ask.request !== null || isAwaited(ask))',
    put: '',
  },
  {
    rule: 'INB14',
    ...inbox('carriage', 'raising'),
    find: "isDefault(ask) ? 'none'",
    put: "isDefault(ask) ? 'turn'",
  },
  {
    rule: 'INB15',
    ...inbox('requests', 'asks'),
    find: 'of rows.requestsOf.all(agent)) close(',
    put: 'of rows.requestsOf.all(agent).slice(1)) close(',
  },
  { rule: 'INB16', ...inbox('timing', 'raising'), find: 'nextReminder = 30 *', put: 'nextReminder = 3 *' },
  { rule: 'INB17', ...inbox('timing', 'raising'), find: 'return reversible ? day : null', put: 'return day' },
  {
    rule: 'INB18',
    ...inbox('json-questions', 'json-questions'),
    find: 'given ?? defaultOption',
    put: 'defaultOption ?? given',
  },
  {
    rule: 'INB19',
    ...inbox('create', 'raising'),
    find: 'isStarted = true\n      agenda.rearm()',
    put: 'isStarted = true',
  },
  { rule: 'INB20', ...inbox('raising', 'raising'), find: 'before?.batch ?? before?.id', put: 'before?.id' },
  { rule: 'INB21', ...inbox('timing', 'raising'), find: 'mostOpen = 3', put: 'mostOpen = 4' },
  { rule: 'INB22', ...inbox('timing', 'raising'), find: 'repeatWithin = day', put: 'repeatWithin = 2 * day' },
  { rule: 'INB23', ...inbox('learning', 'raising'), find: 'timesInARow = 3', put: 'timesInARow = 2' },
  {
    rule: 'INB24',
    ...inbox('answering', 'raising'),
    find: 'learning.forgetIn(ask.key, by, append)',
    put: 'void learning',
  },
  {
    rule: 'INB25',
    ...inbox('judgment', 'raising'),
    find: 'rows.of.get(team, everywhere) !== undefined',
    put: 'false',
  },
  {
    rule: 'INB26',
    ...inbox('json-questions', 'json-questions'),
    find: 'mostQuestions = 5',
    put: 'mostQuestions = 6',
  },
  {
    rule: 'INB27',
    ...inbox('create', 'raising'),
    find: 'await new Promise(setImmediate)',
    put: 'asks.carried(ask.id)',
  },
  {
    rule: 'INB28',
    ...overall('daemon/agents'),
    find: 'questioning ? questioningPrompt',
    put: '!questioning ? questioningPrompt',
  },
  {
    rule: 'INB29',
    ...overall('core/inbox/listing'),
    find: '.filter((ask) => mayAnswer(rights, who, ask))',
    put: '',
  },
  {
    rule: 'INB30',
    ...overall('surface/mcp/inbox'),
    find: "if (caller.kind === 'agent')",
    put: "if (caller.kind !== 'agent')",
  },
  { rule: 'INB32', ...inbox('closing', 'asks'), find: "if (ask.kind === 'permission' ||", put: 'if (' },
  {
    rule: 'INB33',
    ...inbox('closing', 'asks'),
    find: 'falseAlarm && ask.request === null',
    put: 'falseAlarm',
  },
  { rule: 'INB34', ...inbox('figures', 'asks'), find: '(times.length - 1) / 2', put: 'times.length / 2' },
  // A lead answers what is tagged security.
  {
    rule: 'INB9',
    ...inbox('policy', 'asks'),
    find: 'ask.lead === null || isForPeople(ask)',
    put: 'ask.lead === null',
  },
  {
    rule: 'INB35',
    file: 'src/core/sessions/leads.ts',
    test: 'src/core/sessions/leads.test.ts',
    find: 'if (!worksFor(world, told.fromSession, team)) return',
    put: 'if (told) return',
  },
  {
    rule: 'INB36',
    file: 'src/core/sessions/asking.ts',
    test: 'src/core/sessions/asking.test.ts',
    find: "const isEmptyPlan = asked.ask.type === 'plan' && asked.ask.plan.trim() === ''",
    put: 'const isEmptyPlan = false',
  },
  {
    rule: 'INB37',
    file: 'src/core/sessions/turns.ts',
    test: 'src/teamwork/intelligence/questions.test.ts',
    find: "if (author !== 'iris') world.asks.withdrawFound(session, append)",
    put: '',
  },
]
