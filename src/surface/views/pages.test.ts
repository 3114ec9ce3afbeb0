import { expect, test } from 'vitest'
import { newId, type Ask, type AskAnswer, type Run, type UsageRow } from '../../contract/index.ts'
import {
  answererWords,
  answerWords,
  byUrgency,
  callerWords,
  chatOf,
  columnsOf,
  endedToday,
  endsWriting,
  fallbackWords,
  figuresByTeam,
  isOpen,
  kindWord,
  limitsOf,
  progressOf,
  roundUp,
  runWords,
  toneOf,
  wantedIn,
} from './index.ts'

const ask = (more: Partial<Ask>): Ask => ({ urgency: 'normal', holds: false, askedAt: 0, ...more }) as Ask
const answer = (more: Partial<AskAnswer>): AskAnswer => ({
  source: 'user',
  by: 'user',
  at: 0,
  allow: null,
  chosen: [],
  text: null,
  grant: null,
  ...more,
})

test('[DSH19] the most urgent ask comes first, then who stands still, then who waits longest', () => {
  const asks = [
    ask({ text: 'late', askedAt: 2 }),
    ask({ text: 'low', urgency: 'low', holds: true }),
    ask({ text: 'early', askedAt: 1 }),
    ask({ text: 'still', askedAt: 3, holds: true }),
    ask({ text: 'high', urgency: 'high', askedAt: 9 }),
  ]
  expect(byUrgency(asks).map(({ text }) => text)).toEqual(['high', 'still', 'early', 'late', 'low'])
  expect(kindWord({ kind: 'plan' })).toBe('Plan')
})

test('[DSH19] what happens without an answer, and who answered what, is told in words', () => {
  const wait = (more: Partial<Ask>) => fallbackWords(ask({ default: null, expiresAt: null, ...more }), 0)
  expect(wait({ holds: true })).toBe('The agent is waiting for your answer.')
  expect(wait({})).toBe('Waiting for you.')
  expect(wait({ expiresAt: 65_000, default: 'Yes' })).toBe('Takes “Yes” in 1m 5s.')
  expect(wait({ expiresAt: 5000 })).toBe('Closes on its own in 5s.')
  expect(answerWords(answer({ chosen: [{ question: 'q', labels: ['A'], text: 'b' }] }))).toBe('A, b')
  expect([answerWords(answer({ allow: true })), answerWords(answer({ allow: false }))]).toEqual([
    'Allowed',
    'Denied',
  ])
  const who = (source: AskAnswer['source'], by = 'user') => answererWords(answer({ source, by }))
  expect([
    who('user'),
    who('lead', 'beta'),
    who('policy', 'policy'),
    who('policy', 'iris'),
    who('learned'),
  ]).toEqual(['you', 'beta, who told it', 'the config', 'Iris', 'Iris, as you did before'])
})

test('[DSH19] figures stand under their team, the one that asked most first', () => {
  const row = (team: string, asked: number) =>
    ({ team, asked }) as Parameters<typeof figuresByTeam>[0][number]
  const groups = figuresByTeam([row('a', 1), row('b', 2), row('a', 3)])
  expect(groups.map(({ team, rows }) => [team, rows.length])).toEqual([
    ['a', 2],
    ['b', 1],
  ])
})

test('[DSH12] usage becomes columns of days by team or model, the greatest part first', () => {
  const now = new Date(2030, 0, 5, 10).getTime()
  const row = (daysAgo: number, team: string, turns: number): UsageRow => ({
    at: new Date(2030, 0, 5 - daysAgo).getTime(),
    team,
    model: team === 'a' ? null : 'm',
    turns,
    costUsd: 1,
    rehearsedUsd: 0.5,
    input: 1,
    output: 1,
    cacheRead: 1,
    cacheWrite: 1,
  })
  const rows = [row(0, 'a', 1), row(1, 'b', 5), row(1, 'a', 2), row(9, 'a', 1)]
  const plot = columnsOf(rows, { divide: 'team', measure: 'turns', days: 3, now })
  expect(plot.names).toEqual(['b', 'a'])
  expect(plot.columns.map(({ total }) => total)).toEqual([0, 7, 1])
  const models = columnsOf(rows, { divide: 'model', measure: 'cost', days: 3, now })
  expect(models.names.toSorted()).toEqual(['m', 'not known'])
  expect([roundUp(0), roundUp(3), roundUp(70), roundUp(0.004)]).toEqual([1, 5, 100, 0.005])
})

test('[DSH25] a run says how much of each limit it used, and every state has a word and a tone', () => {
  const limits = { costUsd: 2, timeMs: 10_000, turns: null, turnMs: null }
  const run = { limits, costUsd: 1, turns: 3, waitedMs: 1000, startedAt: 0, endedAt: null } as Run
  expect(limitsOf(run, 5000)).toEqual([
    { name: 'Cost', share: 0.5, words: '$1.00 of $2.00' },
    { name: 'Time', share: 0.4, words: '4s of 10s' },
  ])
  expect([isOpen(run), isOpen({ endedAt: 1 })]).toEqual([true, false])
  expect([toneOf('completed'), toneOf('waiting_on_you'), toneOf('stopped')]).toEqual([
    'good',
    'needs',
    'quiet',
  ])
  expect(Object.values(runWords).every((words) => words !== '')).toBe(true)
  expect(['user', newId('run'), 'beta'].map(callerWords)).toEqual(['you', 'a run', 'beta'])
})

test('[DSH26] a chat shows what was said with the events it rests on, and what Iris does and wants', () => {
  const message = { agentSession: 'x', at: 1, chat: 'a', cites: [], tool: null, toolUse: null }
  const used = { ...message, tool: 'find', toolUse: 't1' }
  const lines = chatOf([
    { ...message, n: 1, role: 'user', type: 'user-query', content: 'Why #5?' },
    { ...used, n: 2, role: 'assistant', type: 'tool-call', content: '{"team":"a"}' },
    { ...used, n: 4, role: 'user', type: 'tool-result', content: 'found' },
    { ...used, n: 5, toolUse: 't2', role: 'assistant', type: 'tool-call', content: '{}' },
    {
      ...message,
      n: 3,
      role: 'assistant',
      type: 'iris-analysis',
      content: 'See #12 and PR #7.',
      cites: [12],
    },
  ])
  expect(lines.map(({ by, cites }) => [by, cites])).toEqual([
    ['you', []],
    ['tool', []],
    ['tool', []],
    ['iris', [12]],
  ])
  expect(lines.slice(1, 3)).toMatchObject([
    { used: { tool: 'find', input: '{"team":"a"}', result: 'found' } },
    { used: { tool: 'find', input: '{}', result: null } },
  ])
  const event = (type: string, data: object) => ({ seq: 1, at: 1, v: 1, type, data })
  expect(progressOf(event('chat.progressed', { chat: 'a', text: 'uses find' }), 'a')).toBe('uses find')
  expect(progressOf(event('chat.progressed', { chat: 'b', text: 'x' }), 'a')).toBeUndefined()
  expect(wantedIn(event('action.decided', { state: 'asked', ask: 'ask_1' }))).toBe('ask_1')
  expect(wantedIn(event('action.decided', { state: 'done' }))).toBeUndefined()
  const failed = (purpose: string) => event('model.called', { ok: false, purpose })
  const ends = [event('chat.answered', {}), failed('chat'), failed('judge'), event('chat.asked', {})]
  expect(ends.map(endsWriting)).toEqual([true, true, false, false])
})

test('[DSH55] what ended today is known, the last first; what ended yesterday or goes on is not of it', () => {
  const noon = new Date(2026, 5, 10, 12).getTime()
  const hour = 3_600_000
  const runs = [noon - 2 * hour, null, noon - 13 * hour, noon - hour].map((endedAt) => ({ endedAt }))
  expect(endedToday(runs, noon)).toEqual([{ endedAt: noon - hour }, { endedAt: noon - 2 * hour }])
})
