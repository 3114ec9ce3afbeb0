import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId, type AskId } from '../../contract/index.ts'
import { openInboxWorld, user, type InboxWorld } from './inbox.suite.ts'

let world: InboxWorld
beforeEach(() => (world = openInboxWorld()))
afterEach(() => world.end())

const agentOf = (name: string, session = newId('ses')) => ({ kind: 'agent' as const, name, session })
const yes = { who: user, input: { choose: 'y' } }
const no = { who: user, input: { choose: 'n' } }

test('[TEA25] [INB2] [INB6] of two answers that race a thousand times exactly one counts, and the other is kept', async () => {
  const lead = newId('ses')
  for (let round = 0; round < 1000; round += 1) {
    const { id } = world.request({ lead, forwardedTo: lead })
    const answers = [yes, { who: { ...agentOf('beta'), session: lead }, input: { choose: 'n' } }]
    const racing = Math.random() < 0.5 ? answers : answers.toReversed()
    const results = await Promise.allSettled(
      racing.map(async (answer) => {
        await Promise.resolve()
        return world.inbox.answer(id, answer)
      }),
    )
    const won = results.filter((result) => result.status === 'fulfilled')
    const lost = results.filter((result) => result.status === 'rejected')
    expect([won.length, lost.length]).toEqual([1, 1])
    expect(lost[0]?.reason).toMatchObject({ code: 'ASK_ANSWERED' })
    const { answer, late } = world.inbox.view(id)
    expect(answer).toEqual(won[0]?.value.answer)
    expect(late.map(({ source }) => source)).toEqual([answer?.source === 'user' ? 'lead' : 'user'])
  }
  expect(world.log.read({ types: ['ask.answered'], limit: 1000 }).events).toHaveLength(1000)
  expect(world.delivered).toHaveLength(1000)
  // Four thousand commits to a disk that others may use too.
}, 120_000)

test('[TEA25] [INB6] the refusal says how it stands; a second click is no second answer', async () => {
  const { id } = world.request()
  await world.inbox.answer(id, { who: user, input: { choose: 'Deny', text: 'no' } })
  await expect(world.inbox.answer(id, yes)).rejects.toMatchObject({
    code: 'ASK_ANSWERED',
    details: { ask: { state: 'answered', answer: { allow: false, by: 'user', text: 'no' } } },
  })
  await expect(world.inbox.answer(id, yes)).rejects.toMatchObject({ code: 'ASK_ANSWERED' })
  await expect(
    world.inbox.answer(id, { who: user, input: { choose: 'Deny', text: 'no' } }),
  ).rejects.toMatchObject({ code: 'ASK_ANSWERED' })
  expect(world.inbox.view(id).late).toMatchObject([{ allow: true, source: 'user' }])
  expect(world.events('ask.answered_late')).toHaveLength(1)
})

test('[TEA27] [INB15] a withdrawn ask is closed; a late answer is only kept; others stay open', async () => {
  const agent = newId('agt')
  const [first, second] = [world.request({ agent }), world.request({ agent })]
  world.log.write((append) => world.inbox.withdraw(agent, first.request!, append))
  expect(world.inbox.holding(second.session!).map(({ id }) => id)).toEqual([second.id])
  expect(world.inbox.view(first.id).state).toBe('withdrawn')
  await expect(world.inbox.answer(first.id, yes)).rejects.toThrow(/no longer open/)
  expect(world.inbox.view(first.id)).toMatchObject({ state: 'withdrawn', late: [{ allow: true }] })
})

test('[TEA27] [INB15] the end of an agent closes its requests and settles answers; its questions in words stay', () => {
  const agent = newId('agt')
  const session = newId('ses')
  const open = world.request({ agent, session })
  const { ask } = world.raise({ agent, session })
  world.log.write((append) => world.inbox.withdrawAll(agent, append))
  expect(world.inbox.uncarried()).toEqual([])
  expect(world.inbox.view(open.id).state).toBe('withdrawn')
  expect(world.inbox.view(ask.id).state).toBe('open')
  world.log.write((append) => world.inbox.withdrawIn(session, append))
  expect(world.inbox.view(ask.id).state).toBe('withdrawn')
})

test('[INB1] an ask shows what is asked, by whom, and what may be answered', () => {
  const agent = newId('agt')
  const lead = newId('ses')
  world.teams.set(lead, ['beta'])
  world.policy.leadMayAnswer = ['permission']
  world.policy.answerers = ['alpha', 'gamma']
  const { id } = world.request({ agent, lead, caller: 'beta', teammate: 'scout' })
  expect(world.inbox.view(id)).toMatchObject({
    kind: 'permission',
    type: 'blocking',
    source: 'permission',
    urgency: 'high',
    state: 'open',
    team: 'alpha',
    from: 'beta',
    agent,
    teammate: 'scout',
    tool: 'Bash',
    input: { command: 'make' },
    grant: 'Bash(make)',
    holds: true,
    whoMayAnswer: { lead: 'beta', answerers: ['gamma'] },
    questions: [{ options: [{ key: 'y' }, { key: 'a' }, { key: 'n' }] }],
  })
  const sources = ['prose', 'json', 'alert', 'pm'] as const
  const raised = sources.map((source) => world.raise({ source, text: `From ${source}?` }).ask.id)
  expect(raised.map((ask) => world.inbox.view(ask).source)).toEqual(sources)
  expect(world.events('ask.opened').map(({ data }) => (data as { source: string }).source)).toEqual([
    'permission',
    ...sources,
  ])
})

test('[INB3] a question without options is answered in words, one with options also in words unless it says otherwise', async () => {
  const bare = world.request({ kind: 'question', tool: 'AskUserQuestion', text: 'Which way?' })
  const open = world.raise()
  const closed = world.raise({ text: 'Which colour?', freeText: false })
  const words = { who: user, input: { text: 'left, then right' } }
  expect(await world.inbox.answer(bare.id, words)).toMatchObject({
    questions: [{ question: 'Which way?', options: [], freeText: true }],
    answer: { chosen: [{ question: 'Which way?', text: 'left, then right' }] },
  })
  expect(await world.inbox.answer(open.ask.id, words)).toMatchObject({
    answer: { chosen: [{ question: 'Which database?', labels: [], text: 'left, then right' }] },
  })
  await expect(world.inbox.answer(closed.ask.id, words)).rejects.toMatchObject({ code: 'ANSWER_INVALID' })
})

test('[INB8] an agent never answers its own; a lead and a delegate only where the config says so', async () => {
  const lead = agentOf('beta')
  const self = agentOf('alpha')
  const ask = () => world.request({ session: self.session, lead: lead.session, caller: 'beta' }).id
  const refused = expect.objectContaining({ code: 'ASK_NOT_YOURS' })
  for (const who of [self, agentOf('alpha'), lead, agentOf('gamma'), { kind: 'agent', name: 'x' } as const])
    await expect(world.inbox.answer(ask(), { who, input: { choose: 'y' } })).rejects.toEqual(refused)
  world.policy.leadMayAnswer = ['permission']
  world.policy.answerers = ['gamma', 'alpha']
  expect(await world.inbox.answer(ask(), { who: lead, input: { choose: 'y' } })).toMatchObject({
    answer: { source: 'lead', by: 'beta', allow: true },
  })
  const gamma = agentOf('gamma')
  expect(await world.inbox.answer(ask(), { who: gamma, input: { choose: 'n' } })).toMatchObject({
    answer: { source: 'delegate', by: 'gamma', allow: false },
  })
  for (const who of [self, agentOf('alpha'), agentOf('beta')])
    await expect(world.inbox.answer(ask(), { who, input: { choose: 'y' } })).rejects.toEqual(refused)
  const left = world.request({ team: 'gone', lead: lead.session, caller: 'beta' }).id
  for (const who of [lead, gamma])
    await expect(world.inbox.answer(left, { who, input: { choose: 'y' } })).rejects.toEqual(refused)
  await world.inbox.answer(left, yes)
  expect(world.inbox.listFor(gamma)).toHaveLength(world.inbox.list({ state: 'open', limit: 200 }).open)
  expect(world.inbox.listFor(self)).toEqual([])
})

test.each<[string, string[], string]>([
  ['of the asking team', ['alpha'], 'alpha'],
  ['told by the asking team', ['gamma', 'alpha'], 'gamma'],
])('[INB35] an agent %s answers neither as lead nor as delegate', async (_, teams, name) => {
  const who = agentOf(name)
  world.teams.set(who.session, teams)
  world.policy.leadMayAnswer = ['permission', 'question', 'plan', 'decision']
  world.policy.answerers = [name]
  // As an older Iris filed it.
  const { id } = world.request({ lead: who.session, forwardedTo: who.session, caller: name })
  for (const choose of ['y', 'n', 'a'])
    await expect(world.inbox.answer(id, { who, input: { choose } })).rejects.toMatchObject({
      code: 'ASK_NOT_YOURS',
    })
  expect(world.inbox.listFor(who)).toEqual([])
  expect(world.inbox.view(id)).toMatchObject({ state: 'open', whoMayAnswer: { lead: null } })
})

test.each(['approval', 'Security', 'cost', 'promotion'])(
  '[INB9] no lead answers what is tagged %s, however far its rights go',
  async (tag) => {
    const lead = agentOf('beta')
    world.policy.leadMayAnswer = ['permission', 'question', 'plan', 'decision']
    const ask = (tags: string[]) =>
      world.raise({ lead: lead.session, tags, text: `${tag} ${tags.length}?` }).ask
    const answer = { who: lead, input: { choose: '1' } }
    await expect(world.inbox.answer(ask([tag]).id, answer)).rejects.toMatchObject({ code: 'ASK_NOT_YOURS' })
    expect(world.inbox.listFor(lead)).toEqual([])
    expect(await world.inbox.answer(ask([]).id, answer)).toMatchObject({ answer: { source: 'lead' } })
  },
)

test('[INB9] what is about security or cost is for people only', async () => {
  world.policy.answerers = ['gamma']
  const { ask } = world.raise({ tags: ['Security'] })
  await expect(
    world.inbox.answer(ask.id, { who: agentOf('gamma'), input: { choose: '1' } }),
  ).rejects.toMatchObject({ code: 'ASK_NOT_YOURS' })
  expect(world.inbox.view(ask.id).whoMayAnswer.answerers).toEqual([])
  await world.inbox.answer(ask.id, { who: user, input: { choose: '1' } })
  expect(world.raise({ tags: ['Security'] }).how).toBe('filed')
})

test.each([
  'Shall we pay for the larger plan?',
  'Welches Passwort soll die Datenbank haben?',
  'Is $5 a day fine?',
])('[INB9] %j is asked each time anew, whatever its tags', async (text) => {
  const { ask } = world.raise({ type: 'preference', text, tags: [] })
  await world.inbox.answer(ask.id, { who: user, input: { choose: '1' } })
  expect(world.inbox.learned.list()).toEqual([])
  expect(world.raise({ type: 'preference', text, tags: [] }).how).toBe('filed')
})

test('[INB10] [INB11] always adds the grant that was shown, for one team, until it is taken back', async () => {
  const { id } = world.request()
  world.policy.answerers = ['gamma']
  await expect(
    world.inbox.answer(id, { who: agentOf('gamma'), input: { choose: 'a' } }),
  ).rejects.toMatchObject({ code: 'ASK_NOT_YOURS' })
  const shown = world.inbox.view(id).grant
  const answered = await world.inbox.answer(id, { who: user, input: { choose: 'a' } })
  expect(world.inbox.grants.list()).toEqual([
    expect.objectContaining({ team: 'alpha', allows: shown, by: 'user', ask: id, used: 0 }),
  ])
  expect(answered.answer).toMatchObject({ allow: true, grant: world.inbox.grants.list()[0]?.grant })
  const grant = world.inbox.grantAllowing('alpha', 'Bash', { command: 'make', description: 'Builds' })!
  expect(grant.allows).toBe('Bash(make)')
  expect(world.inbox.grantAllowing('beta', 'Bash', { command: 'make' })).toBeUndefined()
  expect(world.inbox.grantAllowing('alpha', 'Bash', { command: 'make clean' })).toBeUndefined()
  const decided = world.log.write((append) =>
    world.inbox.openAnswered(
      { ...world.request(), kind: 'permission', request: 'later', questions: [] },
      { allow: true, message: null, grant },
      append,
    ),
  )
  expect(world.inbox.view(decided.id).answer).toMatchObject({ source: 'policy', by: 'grant Bash(make)' })
  expect(world.inbox.grants.list('alpha')[0]?.used).toBe(1)
  world.inbox.grants.remove(grant.id, 'user')
  expect(world.inbox.grantAllowing('alpha', 'Bash', { command: 'make' })).toBeUndefined()
  expect(world.events('rule.added', 'rule.removed').map(({ type }) => type)).toEqual([
    'rule.added',
    'rule.removed',
  ])
})

test('[INB2] [INB12] asks survive a restart, and what was answered is known afterwards', async () => {
  const { id } = world.request()
  world.clock.advance(1)
  const { ask } = world.raise()
  await world.restart()
  expect(world.inbox.list({ state: 'open', limit: 10 }).asks.map(({ ask }) => ask)).toEqual([id, ask.id])
  await world.inbox.answer(id, no)
  await world.restart()
  expect(world.inbox.view(id)).toMatchObject({ state: 'answered', answer: { allow: false } })
})

test('[INB32] a question can be dismissed, a permission cannot', async () => {
  const question = world.request({ kind: 'question', tool: 'AskUserQuestion', text: 'Tea?' })
  expect(await world.inbox.dismiss(question.id, 'user')).toMatchObject({ state: 'dismissed' })
  expect(world.delivered.map(({ id }) => id)).toEqual([question.id])
  await expect(world.inbox.dismiss(question.id, 'user')).rejects.toMatchObject({ code: 'ASK_ANSWERED' })
  await expect(world.inbox.dismiss(world.request().id, 'user')).rejects.toMatchObject({
    code: 'ANSWER_INVALID',
  })
})

test('[INB33] who waits for a question hears that it was a false alarm, and of no other mark', async () => {
  const { ask } = world.raise({ source: 'prose', type: 'blocking', text: 'Shall I?' })
  const heard: (string | undefined)[] = []
  const closed = world.inbox.closed(ask.id, new AbortController().signal)
  void closed.then((row) => heard.push(row?.id))
  await world.inbox.markFalseAlarm(ask.id, { falseAlarm: false, by: 'user' })
  expect([heard, world.delivered]).toEqual([[], []])
  await world.inbox.markFalseAlarm(ask.id, { falseAlarm: true, by: 'user' })
  expect(await closed).toMatchObject({ id: ask.id })
})

test('[INB15] one ask is withdrawn once, with its reason, and nobody hears of it twice', () => {
  const { id } = world.request()
  expect([world.inbox.withdrawOne(id, 'gone'), world.inbox.withdrawOne(id, 'again')]).toEqual([true, false])
  expect(world.inbox.view(id)).toMatchObject({ state: 'withdrawn', closedFor: 'gone' })
  expect(world.events('ask.withdrawn').map(({ data }) => data)).toEqual([{ ask: id, reason: 'gone' }])
})

test('[ORG36] what was forwarded is left to people once, with its reason; what nobody had, or is closed, stays', async () => {
  const lead = newId('ses')
  const forwarded = world.request({ lead, forwardedTo: lead })
  const leave = (id: AskId) => world.inbox.escalate(id, 'The lead said nothing.')
  expect([leave(forwarded.id), leave(forwarded.id), leave(world.request().id)]).toEqual([true, false, false])
  expect(world.events('ask.escalated')).toMatchObject([
    { session: forwarded.session, data: { ask: forwarded.id, reason: 'The lead said nothing.' } },
  ])
  const closed = world.request({ lead, forwardedTo: lead })
  await world.inbox.answer(closed.id, yes)
  expect(leave(closed.id)).toBe(false)
})

test('[RUN34] what a run asked is taken back when it goes on; an answer that it found needs no carrying', async () => {
  const session = newId('ses')
  const ask = (text: string) => world.raise({ source: 'run', type: 'blocking', text, session }).ask
  const withdraw = () => world.log.write((append) => world.inbox.withdrawOfRun(session, 'it goes on', append))
  const open = ask('Which way?')
  withdraw()
  expect(world.inbox.view(open.id)).toMatchObject({ state: 'withdrawn', closedFor: 'it goes on' })
  const answered = ask('And now?')
  world.leaves.add(answered.id)
  await world.inbox.answer(answered.id, { who: user, input: { choose: '1' } })
  expect(world.inbox.uncarried().map(({ id }) => id)).toEqual([answered.id])
  withdraw()
  expect(world.inbox.uncarried()).toEqual([])
  expect(world.inbox.view(answered.id).state).toBe('answered')
})

test('[INB6] of late answers twenty are kept, each once', async () => {
  const { id } = world.request()
  await world.inbox.answer(id, yes)
  for (let n = 0; n < 25; n += 1)
    for (let click = 0; click < 2; click += 1)
      await world.inbox
        .answer(id, { who: user, input: { choose: 'n', text: `no ${n}` } })
        .catch(() => undefined)
  expect(world.inbox.view(id).late.map(({ text }) => text)).toEqual(
    Array.from({ length: 20 }, (_, n) => `no ${n}`),
  )
})

test('[INB18] an option is recommended only when the asker says so', () => {
  const options = [{ label: 'A' }, { label: 'B', recommended: true }]
  const { ask } = world.raise({ type: 'clarifying', text: 'Which?', options })
  expect(world.inbox.view(ask.id).questions[0]?.options).toMatchObject([
    { label: 'A', recommended: false, description: '' },
    { label: 'B', recommended: true },
  ])
})

test('[INB1] how urgent a question is follows from its type', () => {
  const types = ['blocking', 'clarifying', 'confirming', 'educational', 'preference'] as const
  const urgencies = types.map((type) => {
    const { ask } = world.raise({ type, text: `A question that is ${type}?`, session: newId('ses') })
    return [type, world.inbox.view(ask.id).urgency]
  })
  expect(Object.fromEntries(urgencies)).toEqual({
    blocking: 'high',
    clarifying: 'normal',
    confirming: 'normal',
    educational: 'low',
    preference: 'low',
  })
})

test('[INB33] [INB34] false alarms are closed and counted; figures tell how asks went', async () => {
  const prose = world.raise({ source: 'prose', type: 'blocking', text: 'Shall I?' }).ask
  await world.inbox.markFalseAlarm(prose.id, { falseAlarm: true, by: 'user' })
  expect(world.inbox.view(prose.id)).toMatchObject({ state: 'dismissed', falseAlarm: true })
  await world.inbox.markFalseAlarm(prose.id, { falseAlarm: false, by: 'user' })
  expect(world.inbox.view(prose.id).falseAlarm).toBe(false)
  await world.inbox.markFalseAlarm(prose.id, { falseAlarm: true, by: 'user' })
  const waiting = world.request()
  await world.inbox.markFalseAlarm(waiting.id, { falseAlarm: true, by: 'user' })
  expect(world.inbox.view(waiting.id).state).toBe('open')
  for (const wait of [1000, 3000, 2000, 500]) {
    const { id } = world.request()
    world.clock.advance(wait)
    await world.inbox.answer(id, yes)
  }
  expect(world.inbox.figures(0)).toEqual([
    expect.objectContaining({ kind: 'permission', asked: 5, open: 1, medianMs: 1000, slowestMs: 3000 }),
    expect.objectContaining({ kind: 'question', asked: 1, dismissed: 1, falseAlarms: 1, medianMs: null }),
  ])
  expect(world.inbox.figures(0)[0]?.answered).toMatchObject({ user: 4, policy: 0 })
  expect(world.inbox.figures(world.clock.now() + 1)).toEqual([])
})

test('[INB38] a list cuts what is long and says so; one ask by its id is whole', () => {
  const command = `echo ${'x'.repeat(3000)} && rm -rf /`
  const { id } = world.request({ input: JSON.stringify({ command }) })
  world.request()
  const listed = world.inbox.list({ state: 'open', limit: 10 }).asks
  const long = listed.find(({ ask }) => ask === id)
  const short = listed.find(({ ask }) => ask !== id)
  expect([long?.isCut, short?.isCut]).toEqual([true, false])
  expect(long?.input).toEqual({ command: `${command.slice(0, 2000)}…` })
  expect(world.inbox.view(id)).toMatchObject({ isCut: false, input: { command } })
})

test('[INB38] what is long without being a text is cut as it would be written, and the rest stays as it is', () => {
  const edits = Array.from({ length: 500 }, (_, n) => ({ line: n }))
  const { id } = world.request({ input: JSON.stringify({ edits, file: 'a.ts', times: 2 }) })
  const [listed] = world.inbox.list({ state: 'open', limit: 10 }).asks
  expect(listed?.isCut).toBe(true)
  expect(listed?.input).toEqual({ edits: `${JSON.stringify(edits).slice(0, 2000)}…`, file: 'a.ts', times: 2 })
  expect(world.inbox.view(id).input).toEqual({ edits, file: 'a.ts', times: 2 })
})
