import { describe, expect, test } from 'vitest'
import type { Facts } from './facts.ts'
import { openSeats } from '../views/index.ts'
import { plainChanges, plainScene } from './plain.ts'
import { sceneOf } from './scene.ts'
import {
  build,
  buildTask,
  event,
  facts,
  idea,
  noon,
  org,
  permission,
  run,
  scene,
  session,
  spec,
  team,
} from './scenes.suite.ts'

const live = { at: 'live', since: noon, isBack: false } as const

describe('scene', () => {
  test('[MON2] teams stand where they stand, those that need you first, in words', () => {
    const work = session('shop', { state: 'working', agent: 'agt_1', contextPercent: 34 })
    const other = session('shop', { from: 'infra', state: 'idle', agent: 'agt_2' })
    const dead = session('shop', { from: 'docs', lastUsedAt: 0 })
    const { rows, sentence } = scene({
      teams: [team('new'), team('shop', { running: 1 }), team('pay', { asks: 1 })],
      sessions: [work, other, dead],
      activities: new Map([[work.session, { verb: 'editing', object: 'a.ts' }]]),
    })
    expect(sentence).toBe('1 team needs you, 1 is working.')
    expect(rows.map(({ lane, team, from, doing }) => [lane, team, from, doing])).toEqual([
      ['needs_you', 'pay', 'user', 'never told anything; /pay'],
      ['working', 'shop', 'user', 'editing a.ts'],
      ['working', 'shop', 'infra', ''],
      ['asleep', 'new', 'user', 'never told anything; /new'],
    ])
    expect(rows.map(({ isFurther }) => isFurther)).toEqual([false, false, true, false])
  })

  test('[MON26] a team that waits says what it wants, not that it does it', () => {
    const waits = session('shop', { state: 'waiting', agent: 'agt_1' })
    const { rows } = scene({
      teams: [team('shop', { asks: 1 })],
      sessions: [waits],
      asks: [permission('shop', { session: waits.session, input: { command: 'rm -rf build' } })],
      activities: new Map([[waits.session, { verb: 'running', object: 'rm -rf build' }]]),
    })
    expect(rows[0]).toMatchObject({ doing: 'wants to run rm -rf build', isAtWork: false })
  })

  test('[MON28] [DSH170] a worker has a line of its own after its manager, with what it works on and for whom', () => {
    const sessions = ['seat/em-shop', 'task/shop-1', 'task/shop-2', 'task/shop-9'].map((from) =>
      session('shop', { from, agent: 'agt_1', state: 'idle' }),
    )
    const none = 'ses_'
    const [em = none, first = none, worker = none, left = none] = sessions.map((one) => one.session)
    const seats = [
      { key: 'shop-9-w1', name: 'Abby', session: left, kind: 'worker', lead: 'shop-9' },
      { key: 'shop-1-w1', name: 'Tom', session: worker, kind: 'worker', lead: 'shop-1', state: 'resting' },
      { key: 'shop-1', name: 'Jules', session: first },
      { key: 'em', name: 'Ramona', session: em },
    ] as const
    const part = { key: 'shop-2', title: 'Write the page' }
    const told = org(...seats.map((seat) => ({ ...seat, task: seat.key === 'shop-1-w1' ? part : null })))
    expect(openSeats(told).map(({ name }) => name)).toEqual(['Ramona', 'Jules', 'Tom', 'Abby'])
    const shown = scene({ teams: [team('shop', { awake: true })], sessions, orgs: [told] })
    const row = shown.rows.find(({ name }) => name === '└ Tom')
    expect(row).toMatchObject({ lane: 'idle', seat: { moves: [] } })
    expect(row?.doing).toMatch(/^worker on shop-2 “Write the page”, for shop-1, resting/)
  })

  test('[MON28] a seat has a line of its own instead of its session: who, on what, the next look, the shift, the cost and the rooms', () => {
    const em = session('shop', { from: 'seat/em-shop', agent: 'agt_1', state: 'idle' })
    const worked = session('shop', { from: 'work/shop-1', agent: 'agt_2', state: 'working' })
    const shown = scene({
      teams: [team('shop', { awake: true })],
      sessions: [em, worked],
      orgs: [
        org(
          { key: 'em', name: 'Ramona', session: em.session, contextPercent: 41, nextLookAt: noon + 30_000 },
          {
            key: 'shop-1',
            name: 'Jules',
            session: worked.session,
            task: { key: 'shop-1', title: 'Say hello' },
            state: 'working',
            costUsd: 0.5,
          },
        ),
      ],
    })
    expect(shown.rows.map(({ lane, name, doing }) => [lane, name, doing])).toEqual([
      ['working', '└ Jules', 'shop-1 “Say hello”, at work, 1 shift, $0.50, #standup-shop'],
      ['idle', 'shop', 'never told anything; /shop'],
      [
        'idle',
        '└ Ramona',
        'engineering manager of shop, idle, next look in 30s, 1 shift, $0.00, #standup-shop',
      ],
    ])
    expect(shown.rows[2]).toMatchObject({ contextPercent: 41, session: em.session })
  })

  test('[MON27] an open build has a line of its own: its key, what is done of all, and what needs you', () => {
    const done = buildTask('shop-1', { step: 'complete', endedAt: noon })
    const rest = [buildTask('shop-2', { step: 'agent' }), buildTask('shop-3')]
    const shown = scene({
      teams: [team('shop', { running: 1 })],
      builds: [
        build('shop-b1', [done, ...rest]),
        build('shop-b2', [done, buildTask('shop-4', { step: 'asked' })]),
        build('shop-b3', rest, { state: 'waiting_for_yes' }),
        build('shop-b4', rest, { state: 'paused' }),
      ],
    })
    expect(shown.rows.filter((row) => row.opens).map(({ lane, name, doing }) => [lane, name, doing])).toEqual(
      [
        ['needs_you', 'shop-b2', '1 of 2 tasks done  1 task needs you'],
        ['needs_you', 'shop-b3', '0 of 2 tasks done  its plan waits for your yes'],
        ['working', 'shop-b1', '1 of 3 tasks done  working'],
        ['waiting', 'shop-b4', '0 of 2 tasks done  paused'],
      ],
    )
    expect(plainScene(shown, noon)).toContain('needs you  shop shop-b2: 1 of 2 tasks done  1 task needs you')
  })

  test('[MON29] a spec and an idea that are under way have a line each, in the words of the overview; what is over or rests has none', () => {
    const shown = scene({
      teams: [team('shop')],
      specs: [
        spec('shop-s2', { title: 'Export habits', state: 'proposed' }),
        spec('shop-s3', { title: 'Print them', state: 'drafting' }),
        spec('shop-s1', { state: 'approved' }),
      ],
      ideas: [
        idea('A clever fridge', { phase: 'NARROWING' }),
        idea('A broken one', { state: 'ERROR' }),
        idea('An old one', { changedAt: noon - 2 * 86_400_000 }),
      ],
    })
    const lines = shown.rows.filter(({ opens }) => opens)
    expect(lines.map(({ lane, team, name, doing }) => [lane, team, name, doing])).toEqual([
      ['needs_you', 'shop', 'Export habits', 'waits for your yes  build: shop, spec shop-s2'],
      ['needs_you', '', 'A broken one', 'no answer  idea: exploring'],
      ['working', 'shop', 'Print them', 'is being written  build: shop, spec shop-s3'],
      ['idle', '', 'A clever fridge', 'answered  idea: narrowing'],
    ])
    expect(lines.map(({ isAtWork, isTrouble }) => [isAtWork, isTrouble])).toEqual([
      [false, false],
      [false, true],
      [true, false],
      [false, false],
    ])
    expect(plainScene(shown, noon)).toContain('idle       A clever fridge: answered  idea: narrowing')
  })

  test('[MON2] a session at rest shows its last words, and how its turn ended when not well', () => {
    const good = session('a', { state: 'idle', agent: 'agt_1' })
    const bad = session('b')
    const { rows } = scene({
      teams: [team('a', { awake: true }), team('b')],
      sessions: [good, bad],
      events: [
        event('turn.ended', { how: 'failed', preview: 'It broke.' }, { session: good.session }),
        event(
          'turn.ended',
          { how: 'answered', preview: 'All\n **done** in `a.ts`.' },
          { session: good.session },
        ),
        event('turn.ended', { how: 'agent_died', preview: '' }, { session: bad.session }),
      ],
    })
    expect(rows.map(({ doing, isTrouble }) => [doing, isTrouble])).toEqual([
      ['All done in a.ts.', false],
      ['the agent died', true],
    ])
  })

  test('[MON2] a run is its leader and, below it, who works in it; once it ended, how', () => {
    const leader = session('shop', { from: 'run_1', state: 'idle', agent: 'agt_1' })
    const teams = [team('shop', { awake: true })]
    const open = scene({ teams, sessions: [leader], runs: [run(leader)] })
    expect([open.sentence, open.rows[0]?.lane]).toEqual(['1 team is working.', 'working'])
    expect(open.rows.map(({ name, doing, isAtWork }) => [name, doing, isAtWork])).toEqual([
      ['shop', 'waits for Paula (pm)  “Write a plan”', true],
      ['└ Paula (pm)', 'Writing plan.md', true],
    ])
    const over = run(leader, { state: 'stopped', endedAt: noon, teammates: [] })
    const ended = scene({ teams, sessions: [leader], runs: [over] })
    expect(ended.rows.map(({ name, doing }) => [name, doing])).toEqual([['shop', 'stopped  “Write a plan”']])
  })

  test('[MON4] a run that failed is a problem until its team has begun another', () => {
    const leader = session('shop', { from: 'run_1' })
    const failed = run(leader, { state: 'failed', endedAt: noon, reason: 'The leader gave up.' })
    const problems = (...runs: (typeof failed)[]) =>
      scene({ teams: [team('shop')], sessions: [leader], runs }).problems
    expect(problems(failed)).toMatchObject([
      {
        words: 'Its run failed: The leader gave up.',
        advice: 'Check its proof and decide how to continue.',
        command: `iris runs resume ${failed.run}`,
        session: leader.session,
      },
    ])
    expect(problems(run(leader), failed)).toEqual([])
    expect(problems({ ...failed, endedAt: noon - 2 * 86_400_000 })).toEqual([])
  })

  test('[MON4] a failed last turn is a problem until it is over, is wanted, or a day old', () => {
    const failed = session('a')
    const ending = (how: string, at = noon) =>
      event(
        'turn.ended',
        { how, preview: 'Too long.', advice: 'Too long. Reboot it.' },
        { at, session: failed.session },
      )
    const problemsAfter = (end: ReturnType<typeof ending>, state: 'asleep' | 'working' = 'asleep') =>
      scene({
        teams: [team('a')],
        sessions: [{ ...failed, state }],
        events: [end],
      }).problems.map(({ team, session, words, advice }) => [team, session, words, advice])
    expect(problemsAfter(ending('failed'))).toEqual([
      ['a', failed.session, 'Failed: Too long.', 'Reboot it.'],
    ])
    expect(problemsAfter(ending('answered'))).toEqual([])
    expect(problemsAfter(ending('stopped'))).toEqual([])
    expect(problemsAfter(ending('failed'), 'working')).toEqual([])
    expect(problemsAfter(ending('failed', noon - 2 * 86_400_000))).toEqual([])
  })

  test('[MON4] a refused config, a reached limit and old data are problems with a way out', () => {
    const limits = { budgets: [], scopes: [], quotaUntil: noon + 60_000, disk: null, missing: [] }
    const known = facts({ limits })
    known.status.config.mistakes.push('config.yaml:3 what is this')
    const { problems } = sceneOf(
      known,
      { at: 'stale', since: noon - 12_000, why: 'Iris is not answering.' },
      noon,
    )
    expect(problems.map(({ words }) => words)).toEqual([
      'Iris is not answering. What you see is 12s old; trying again.',
      'config.yaml has 1 mistake; the last good version still applies.',
      'The account is at its limit until 12:01, for another 1m.',
    ])
    expect(problems[1]).toMatchObject({ advice: 'config.yaml:3 what is this', command: 'iris config check' })
    expect(problems.every(({ advice }) => advice !== '')).toBe(true)
    expect(sceneOf(known, live, noon + 120_000).problems).toHaveLength(1)
  })

  test('[MON4] [MON6] problems are the problems of the page, their words fit for a terminal', () => {
    const limits: Facts['limits'] = {
      budgets: [{ team: 'shop', span: 'day', limitUsd: 5, spentUsd: 4.5 }],
      scopes: [],
      quotaUntil: null,
      disk: { free: 5e7, size: 1e11 },
      missing: [{ team: 'docs', what: 'folder', path: '/gone\u001B[2J' }],
    }
    const found = scene({ teams: [team('shop'), team('docs')], limits }).problems
    expect(found.map(({ severity, team, words }) => [severity, team, words])).toEqual([
      ['critical', '', 'The disk of Iris is full: 50.0 MB left.'],
      ['problem', 'docs', 'Its folder /gone\\x1b[2J is missing.'],
      ['warning', 'shop', 'It has nearly spent its budget for today: $4.50 of $5.00.'],
    ])
  })
})

describe('plain lines', () => {
  test('[MON19] everything once: the sentence, asks with their id, teams, problems', () => {
    const ask = permission('shop')
    const lines = plainScene(scene({ teams: [team('shop', { asks: 1 })], asks: [ask] }), noon)
    expect(lines).toEqual([
      'Iris: 1 team needs you. $0.00 today, 1 open ask.',
      `needs you  shop: Wants to run a command: npm test  [${ask.ask}]  (asked 1m ago)`,
      'needs you  shop: never told anything; /shop',
    ])
  })

  test('[MON19] then what is new: asks, what became of them, lines of the board, problems', () => {
    const ask = permission('shop')
    const quiet = scene({ teams: [team('shop')] })
    const asking = scene({ teams: [team('shop', { asks: 1 })], asks: [ask] })
    expect(plainChanges(quiet, quiet)).toEqual([])
    expect(plainChanges(quiet, asking)).toEqual([
      `needs you  shop: Wants to run a command: npm test  [${ask.ask}]`,
      'needs you  shop: never told anything; /shop',
    ])
    expect(plainChanges(asking, quiet)).toEqual([
      'settled    shop: Wants to run a command',
      'asleep     shop: never told anything; /shop',
    ])
  })

  test('[MON17] in plain lines, too, a loss and a return are said once', () => {
    const before = scene()
    const lost = (now: number) =>
      sceneOf(facts(), { at: 'stale', since: noon, why: 'Iris is not answering.' }, now)
    expect(plainChanges(before, lost(noon))).toEqual([expect.stringContaining('Iris is not answering.')])
    expect(plainChanges(lost(noon), lost(noon + 5000))).toEqual([])
    expect(plainChanges(lost(noon), before)).toEqual(['Reconnected. Everything is up to date.'])
  })
})
