import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newId, type Ask, type Session, type TeamSummary, type UsageRow } from '../../contract/index.ts'
import {
  activityWords,
  age,
  boardOf,
  compact,
  counted,
  costWords,
  describeAsk,
  isBrief,
  spentWords,
  tookOf,
  tookWords,
  wantedWords,
  describeUse,
  duration,
  hourly,
  latestActivity,
  money,
  oneLine,
  readLine,
  spentSince,
} from './index.ts'

const said = (content: object[], more = {}) =>
  JSON.stringify({ type: 'assistant', message: { content }, ...more })
const use = (name: string, input: object) => ({ type: 'tool_use', id: 't1', name, input })

describe('activity', () => {
  test.each([
    ['Edit', { file_path: '/p/src/auth.ts' }, 'editing src/auth.ts'],
    ['Read', { file_path: '/elsewhere/a.ts' }, 'reading /elsewhere/a.ts'],
    ['Bash', { command: 'npm test\n--all' }, 'running npm test --all'],
    ['Grep', { pattern: 'isExpired' }, 'searching for isExpired'],
    ['WebFetch', { url: 'https://example.org/x' }, 'fetching example.org'],
    ['Task', { subagent_type: 'qa', description: 'Check it' }, 'sending qa: Check it'],
    ['TodoWrite', { todos: [{ status: 'in_progress', activeForm: 'Fixing it' }] }, 'planning Fixing it'],
    ['mcp__iris__team_tell', { to: 'beta' }, 'telling beta'],
    ['mcp__github__open_issue', {}, 'using open_issue of github'],
    ['constructor', {}, 'using constructor'],
  ])('[DSH10] a call of %s is told in words', (tool, input, words) => {
    expect(activityWords(describeUse(tool, input, '/p'))).toBe(words)
  })

  test('[DSH10] the newest thing the agent itself does counts; its helpers and results do not', () => {
    const lines = [
      said([use('Edit', { file_path: '/p/a.ts' })]),
      said([use('Bash', { command: 'x' })], { parent_tool_use_id: 'task' }),
      JSON.stringify({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 't1' }] } }),
      'no json',
    ]
    expect(latestActivity(lines, '/p')).toEqual({ verb: 'editing', object: 'a.ts' })
    expect(latestActivity([])).toBeUndefined()
  })

  test('[DSH10] whatever a line holds, reading it does not throw', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (line) => {
        expect(readLine(line).parts).toBeInstanceOf(Array)
        latestActivity([line])
      }),
    )
  })
})

function team(name: string, more: Partial<TeamSummary> = {}): TeamSummary {
  const counts = {
    agents: 0,
    running: 0,
    queued: 0,
    limited: 0,
    asks: 0,
    cutOff: 0,
    costTodayUsd: 0,
    rehearsedTodayUsd: 0,
  }
  return {
    name,
    path: `/${name}`,
    description: '',
    color: null,
    remote: false,
    awake: false,
    ...counts,
    ...more,
  }
}

function session(to: string, more: Partial<Session> = {}): Session {
  const ids = { session: newId('ses'), startFailure: null, conversation: '', agent: null, pid: null }
  const counts = {
    turns: 0,
    queued: 0,
    limited: null,
    contextPercent: null,
    cutOff: null,
    costUsd: 0,
    rehearsedUsd: 0,
    createdAt: 0,
    lastUsedAt: 0,
  }
  return { ...ids, from: 'user', to, state: 'asleep', ...counts, ...more }
}

describe('board', () => {
  test('[DSH9] a team stands where its most urgent fact puts it', () => {
    const teams = [
      team('a', { asks: 1, running: 1 }),
      team('b', { running: 1, queued: 3 }),
      team('c', { queued: 1 }),
      team('d', { awake: true }),
      team('e'),
    ]
    const board = boardOf({ teams, sessions: [], asks: [] })
    const names = Object.values(board).map((entries) => entries.map((entry) => entry.team.name).join())
    expect(names).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('[DSH9] the last used comes first, the busiest session leads, and the fullest living context is shown', () => {
    const sessions = [
      session('b', { lastUsedAt: 5, state: 'asleep', contextPercent: 99 }),
      session('b', { lastUsedAt: 1, state: 'working', agent: newId('agt'), contextPercent: 20 }),
      session('a', { lastUsedAt: 3, state: 'idle', agent: newId('agt'), contextPercent: null }),
    ]
    const teams = [team('a', { awake: true }), team('b', { awake: true })]
    const [first, second] = boardOf({ teams, sessions, asks: [] }).idle
    expect([first?.team.name, first?.sessions[0]?.state, first?.contextPercent]).toEqual(['b', 'working', 20])
    expect(second?.contextPercent).toBeNull()
  })
})

describe('words', () => {
  test('[DSH11] figures are as short as they can be and not shorter', () => {
    expect([0, 999, 1000, 12_345, 999_499, 1e6, 2.5e9].map(compact)).toEqual([
      '0',
      '999',
      '1k',
      '12.3k',
      '999k',
      '1M',
      '2.5G',
    ])
    expect([0, 0.0012, 0.00999, 0.25, 0.999, 3].map(money)).toEqual([
      '$0.00',
      '$0.0012',
      '$0.01',
      '$0.25',
      '$1.00',
      '$3.00',
    ])
    expect([5, 1500, 65_000, 3_900_000].map(duration)).toEqual(['5 ms', '1s', '1m 5s', '1h 5m'])
    expect([0, 61_000, 7_300_000].map((ms) => age(0, ms))).toEqual(['now', '1m ago', '2h ago'])
    expect([counted(1, 'team'), counted(2, 'team')]).toEqual(['1 team', '2 teams'])
    expect(oneLine(' a\n b ', 3)).toBe('a b')
  })

  test('[DSH11] no number breaks the words', () => {
    const figure = fc.double({ min: 0, max: 1e12, noNaN: true })
    fc.assert(fc.property(figure, (n) => !/NaN|undefined/.test([compact(n), money(n), duration(n)].join())))
  })

  test('[DSH9] an ask says in one sentence what is wanted, and exactly what it is about', () => {
    const ask = (tool: string, input: Ask['input'], kind: Ask['kind'] = 'permission') =>
      describeAsk({ kind, tool, input, text: 'Which one?' })
    expect(ask('Bash', { command: 'rm x' })).toEqual({ title: 'Wants to run a command', detail: 'rm x' })
    expect(ask('Write', { file_path: 'a.ts', content: 'x' })).toEqual({
      title: 'Wants permission for writing a.ts',
      detail: 'x',
    })
    expect(ask('AskUserQuestion', {}, 'question').title).toBe('Which one?')
    expect(ask('ExitPlanMode', {}, 'plan').title).toContain('plan')
    expect(ask('mcp__x__y', { a: 1 }).detail).toContain('"a": 1')
  })

  test('[DSH75] nothing that a tool would be called with is left out', () => {
    const whole = (tool: string, input: Ask['input']) => {
      const { title, detail } = describeAsk({ kind: 'permission', tool, input, text: '' })
      return `${title}\n${detail}`
    }
    const edit = whole('Edit', {
      file_path: 'a.ts',
      old_string: 'safe()',
      new_string: 'x',
      replace_all: true,
    })
    expect(edit).toBe('Wants permission for editing a.ts\n- safe()\n+ x\nreplace_all: true')
    expect(whole('Bash', { command: 'sleep 9', description: 'Wait', run_in_background: true })).toContain(
      'run_in_background: true',
    )
    expect(whole('WebFetch', { url: 'https://a.example/x?leak=1', prompt: 'Sum it up' })).toContain('leak=1')
    expect(whole('Read', { file_path: '/etc/passwd' })).toBe('Wants permission for reading /etc/passwd\n')
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean())
    const key = fc.string({ minLength: 1 }).filter((name) => name !== '__proto__' && name !== 'description')
    fc.assert(
      fc.property(
        fc.constantFrom('Bash', 'Write', 'Edit', 'Task', 'x'),
        fc.dictionary(key, value),
        (tool, input) => {
          const shown = whole(tool, input)
          for (const one of Object.values(input)) {
            const lines = String(one).split('\n')
            const json = JSON.stringify(one)
            expect(lines.every((line) => shown.includes(line)) || shown.includes(json)).toBe(true)
          }
        },
      ),
    )
  })

  test('[DSH74] only what is short and uncut is answered in a line', () => {
    const ask = {
      kind: 'plan' as const,
      tool: null,
      input: {},
      text: 'First this',
      context: '',
      isCut: false,
    }
    expect(isBrief(ask)).toBe(true)
    expect(isBrief({ ...ask, text: 'line\n'.repeat(13) })).toBe(false)
    expect(isBrief({ ...ask, text: 'x'.repeat(800) })).toBe(false)
    expect(isBrief({ ...ask, context: 'x'.repeat(800) })).toBe(false)
    expect(isBrief({ ...ask, isCut: true })).toBe(false)
  })

  test('[DSH62] what waits is wanted and not told as done', () => {
    const words = (kind: Ask['kind'], tool: string | null, input: Ask['input']) =>
      wantedWords({ kind, tool, input, text: 'Which one?' })
    expect(words('permission', 'Bash', { command: 'rm -rf x' })).toBe('wants to run rm -rf x')
    expect(words('permission', 'Edit', { file_path: 'a.ts' })).toBe('wants permission for editing a.ts')
    expect([words('plan', null, {}), words('question', null, {})]).toEqual([
      'wants its plan approved',
      'asks: Which one?',
    ])
  })

  test('[DSH76] work stands first and what was waited beside it, where it was felt', () => {
    expect(tookWords({ workedMs: 12_000, waitedMs: 0 })).toBe('12s')
    expect(tookWords({ workedMs: 12_000, waitedMs: 603_000, queuedMs: 120_000 })).toBe(
      '12s · waited 10m 3s for an answer · queued 2m',
    )
    const turn = { acceptedAt: 0, deliveredAt: 2000, endedAt: 20_000, waitedMs: 8000 }
    expect(tookOf(turn, 99)).toEqual({ workedMs: 10_000, waitedMs: 8000, queuedMs: 2000 })
    expect(tookOf({ ...turn, deliveredAt: null }, 99)).toBeNull()
  })

  test('[DSH79] what nobody pays is marked, and no $0.00 stands beside it', () => {
    expect(spentWords({ costUsd: 0, rehearsedUsd: 0 })).toBe('$0.00')
    expect(spentWords({ costUsd: 0, rehearsedUsd: 0.1 })).toBe('$0.10 rehearsed')
    expect(spentWords({ costUsd: 2, rehearsedUsd: 0.1 })).toBe('$2.00 and $0.10 rehearsed')
    expect([costWords(1, true), costWords(1, false)]).toEqual(['$1.00 rehearsed', '$1.00'])
  })
})

test('[DSH12] what was spent is summed by hour and since a time, rehearsed money apart', () => {
  const now = new Date(2030, 0, 5, 10, 30).getTime()
  const hour = 3_600_000
  const row = (at: number, more: Partial<UsageRow> = {}): UsageRow => ({
    at,
    team: 'a',
    model: null,
    turns: 1,
    costUsd: 1,
    rehearsedUsd: 0,
    input: 10,
    output: 5,
    cacheRead: 3,
    cacheWrite: 2,
    ...more,
  })
  const start = new Date(2030, 0, 5, 10).getTime()
  const rows = [row(start), row(start - hour, { costUsd: 0, rehearsedUsd: 2 }), row(start - 9 * hour)]
  expect(hourly(rows, { now, hours: 3 })).toEqual([0, 20, 20])
  expect(spentSince(rows, start - hour)).toEqual({ costUsd: 1, rehearsedUsd: 2, tokens: 40, turns: 2 })
})
