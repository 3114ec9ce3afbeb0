import { describe, expect, test } from 'vitest'
import { newId, type Seat } from '../../contract/index.ts'
import { press, type Key, type Pressed } from './press.ts'
import type { Scene } from './scene.ts'
import {
  build,
  buildTask,
  idea,
  noon,
  org,
  permission,
  question,
  scene,
  session,
  spec,
  team,
} from './scenes.suite.ts'
import { firstView, settle, shownSession, type Effect, type View } from './view.ts'

const moment = (from: Scene, steady = noon, isReadable = true) => ({
  scene: from,
  size: { columns: 80, rows: 24 },
  isReadable,
  page: 10,
  steady,
})

/** Presses keys one after another: names in angle brackets, all else as characters. */
function type(from: Scene, keys: string, start: View = firstView): Pressed & { effects: Effect[] } {
  const pressed = keys.match(/<[^>]+>|./gs) ?? []
  const effects: Effect[] = []
  let view = settle(start, from, noon)
  for (const one of pressed) {
    const key: Key = one.length > 1 ? { name: one.slice(1, -1) } : { text: one }
    const next = press(view, key, moment(from))
    if (next.effect) effects.push(next.effect)
    view = settle(next.view, from, noon)
  }
  return { view, effects }
}

const work = session('shop', { state: 'working', agent: 'agt_1' })
const rest = session('docs', { state: 'idle', agent: 'agt_2', lastUsedAt: noon - 1 })
const teams = [team('shop', { running: 1, awake: true }), team('docs', { awake: true })]
const busy = scene({ teams, sessions: [work, rest] })

describe('answers', () => {
  test.each(['y', 'n'])('[MON7] %s answers the chosen permission at once', (key) => {
    const ask = permission('shop')
    expect(type(scene({ asks: [ask] }), key).effects).toMatchObject([
      { do: 'answer', answer: { ask: ask.ask, choose: key } },
    ])
  })

  test('[MON7] a number answers a question, in any pane as long as the ask is shown', () => {
    const ask = question('shop', [['Postgres', 'SQLite']])
    const from = scene({ teams, asks: [ask] })
    expect(type(from, '<tab>2').effects).toMatchObject([{ answer: { choose: '2' } }])
    expect(type(from, '<tab><enter>2').effects).toEqual([])
  })

  test('[MON7] several questions are answered one after another', () => {
    const ask = question('shop', [
      ['a', 'b'],
      ['c', 'd'],
    ])
    const { view, effects } = type(scene({ asks: [ask] }), '1')
    expect([effects, view.answering?.given]).toEqual([[], [['1']]])
    expect(type(scene({ asks: [ask] }), '12').effects).toMatchObject([
      { answer: { ask: ask.ask, answers: { '1': ['1'], '2': ['2'] } } },
    ])
    expect(type(scene({ asks: [ask] }), '1rmine<enter>').effects).toMatchObject([
      { answer: { answers: { '1': ['1'], '2': ['mine'] } } },
    ])
  })

  test('[MON7] where several may be chosen, keys mark and Enter answers', () => {
    const ask = question('shop', [['a', 'b', 'c']], true)
    expect(type(scene({ asks: [ask] }), '1232').effects).toEqual([])
    expect(type(scene({ asks: [ask] }), '1232<enter>').effects).toMatchObject([
      { answer: { choose: ['1', '3'] } },
    ])
  })

  test('[MON8] what adds a grant shows it and asks once', () => {
    const from = scene({ asks: [permission('shop')] })
    const { view, effects } = type(from, 'a')
    expect(effects).toEqual([])
    expect(view.mode).toMatchObject({ question: expect.stringContaining('Bash(npm test)') })
    expect(type(from, 'an').effects).toEqual([])
    expect(type(from, 'ay').effects).toMatchObject([{ answer: { choose: 'a' } }])
  })

  test('[MON25] nothing is answered before all of it was on the screen; Enter reads it', () => {
    const from = scene({ asks: [permission('shop')] })
    const start = settle(firstView, from, noon)
    for (const text of ['y', 'n', 'a', 'r']) {
      const { view, effect } = press(start, { text }, moment(from, noon, false))
      expect([effect, view.mode.at, view.notice?.words]).toEqual([
        undefined,
        'looking',
        'Press Enter to read all of it first.',
      ])
    }
    const marked = { ...start, answering: { ...start.answering!, marked: ['1'] } }
    const opened = press(marked, { name: 'enter' }, moment(from, noon, false))
    expect([opened.effect, opened.view.isOpen]).toEqual([undefined, true])
    const early = press(opened.view, { text: 'y' }, moment(from, noon, false))
    expect([early.effect, early.view.notice?.words]).toEqual([
      undefined,
      'Read it to the end first: ↓ scrolls.',
    ])
    expect(press(opened.view, { name: 'pagedown' }, moment(from, noon, false)).view.scroll).toBe(9)
  })

  test('[MON25] a grant that does not fit on the screen is not written from it', () => {
    const from = scene({ asks: [permission('shop', { grant: `Bash(${'x'.repeat(400)})` })] })
    const small = { ...moment(from), size: { columns: 40, rows: 10 } }
    const { view, effect } = press(settle(firstView, from, noon), { text: 'a' }, small)
    expect([effect, view.mode.at]).toEqual([undefined, 'looking'])
    expect(view.notice?.words).toContain('does not fit')
  })

  test('[MON10] words to a permission say why not, words to a question are the answer', () => {
    const denied = permission('shop')
    expect(type(scene({ asks: [denied] }), 'rNot now<enter>').effects).toMatchObject([
      { answer: { choose: 'n', text: 'Not now' } },
    ])
    const asked = question('shop', [['a']])
    expect(type(scene({ asks: [asked] }), 'rMySQL<enter>').effects).toMatchObject([
      { answer: { ask: asked.ask, text: 'MySQL' } },
    ])
  })

  test('[MON9] a key meant for an ask that has gone does not answer the one that took its place', () => {
    const [first, second] = [permission('shop'), permission('docs')]
    const before = type(scene({ asks: [first, second] }), '').view
    const after = scene({ asks: [second] })
    const moved = settle(before, after, noon)
    const early = press(moved, { text: 'y' }, moment(after, noon + 100))
    expect([early.effect, early.view.notice?.words]).toEqual([undefined, 'Another ask came up: look again.'])
    const later = press(moved, { text: 'y' }, moment(after, noon + 1000))
    expect(later.effect).toMatchObject({ answer: { ask: second.ask } })
  })

  test('[MON9] an answer under way is not given twice, and words for an ask that has gone are dropped', () => {
    const ask = permission('shop')
    const from = scene({ asks: [ask] })
    const pending = { ...type(from, '').view, pending: ask.ask }
    expect(press(pending, { text: 'y' }, moment(from)).effect).toBeUndefined()
    const writing = type(from, 'rbecause').view
    expect(settle(writing, scene({ asks: [] }), noon)).toMatchObject({
      mode: { at: 'looking' },
      notice: { words: expect.stringContaining('Someone else') },
    })
  })
})

describe('tells and interrupts', () => {
  test('[MON10] t tells the team of the chosen line what is written, and the line can be edited', () => {
    expect(type(busy, 'thelo<left>l<end> you<ctrl-w>me<backspace>y<enter>').effects).toEqual([
      { do: 'tell', team: 'shop', from: 'user', run: null, message: 'hello my' },
    ])
    expect(type(busy, 'j<home>').view.row).toBe(work.session)
    expect(type(busy, 'jthi<enter>').effects).toMatchObject([{ team: 'docs', message: 'hi' }])
  })

  test('[MON10] Esc drops what is written; an empty line tells nothing', () => {
    expect(type(busy, 'thello<escape>').view.mode).toEqual({ at: 'looking' })
    expect(type(busy, 't  <enter>').effects).toEqual([])
  })

  test('[MON8] an interrupt asks once, and only where something runs', () => {
    expect(type(busy, 'i').effects).toEqual([])
    expect(type(busy, 'iy').effects).toEqual([{ do: 'interrupt', team: 'shop', from: 'user', run: null }])
    expect(type(busy, 'jiy').effects).toEqual([])
  })

  test('[MON27] on the line of a build Enter says the command that shows it, and nothing is told or interrupted', () => {
    const from = scene({ builds: [build('shop-b1', [buildTask('shop-1', { step: 'agent' })])] })
    expect(type(from, '<enter>').view).toMatchObject({
      isOpen: false,
      notice: { advice: 'iris builds follow shop-b1' },
    })
    expect(type(from, 'iy')).toMatchObject({ effects: [] })
    expect(type(from, 'i').view.notice?.advice).toBe('iris builds pause shop-b1')
    expect(type(from, 't').view).toMatchObject({ mode: { at: 'looking' } })
  })

  test('[MON29] on the line of a spec or an idea Enter says the command that shows it, t the one that says something, and nothing is interrupted', () => {
    const fridge = idea('A fridge')
    const from = scene({ specs: [spec('shop-s2')], ideas: [fridge] })
    const advice = (keys: string) => type(from, keys).view.notice?.advice
    expect([advice('<enter>'), advice('t'), advice('i')]).toEqual([
      'iris spec show shop-s2',
      'iris spec back shop-s2 "your words"',
      'iris spec drop shop-s2',
    ])
    expect([advice('j<enter>'), advice('jt'), advice('ji')]).toEqual([
      `iris idea show ${fridge.idea} --talk`,
      `iris idea say ${fridge.idea} "your words"`,
      undefined,
    ])
    expect(type(from, '<enter>').view).toMatchObject({ isOpen: false, pane: 'board' })
    expect(type(from, 'iyjiy').effects).toEqual([])
  })

  test('[MON28] keys hand a seat over, replace and pause it; what interrupts is asked about', () => {
    const { session: id } = session('shop')
    const seats = (state: Seat['state']) =>
      scene({ orgs: [org({ key: 'em', name: 'Ramona', session: id, state })] })
    const moves = (state: Seat['state'], keys: string) =>
      type(seats(state), keys).effects.map((effect) => (effect.do === 'seat' ? effect.move : effect.do))
    expect([moves('idle', 'h'), moves('idle', 'hn'), moves('idle', 'hy')]).toEqual([[], [], ['handOver']])
    expect([moves('working', 'xy'), moves('idle', 'p'), moves('paused', 'p')]).toEqual([
      ['replace'],
      ['pause'],
      ['resume'],
    ])
    expect([moves('paused', 'hy'), moves('handing_over', 'p')]).toEqual([[], []])
    expect(type(seats('idle'), 't').view.notice?.advice).toBe(`iris chat send '@Ramona' "your words"`)
    expect(type(seats('working'), 'iy').effects).toEqual([])
    expect(type(busy, 'h').view.notice?.words).toBe('No seat is chosen.')
  })

  test('[MON10] the session of another team is told in its name', () => {
    const theirs = session('shop', { from: 'infra', state: 'working', agent: 'agt_3' })
    const from = scene({ teams, sessions: [theirs] })
    expect(type(from, 'thi<enter>').effects).toMatchObject([{ team: 'shop', from: 'infra' }])
  })
})

describe('moving', () => {
  test('[MON11] arrows and letters move, Tab goes round the panes that are there', () => {
    expect(type(busy, 'j').view.row).toBe(rest.session)
    expect(type(busy, '<down><up>').view.row).toBe(work.session)
    expect(type(busy, 'jjjj').view.row).toBe(rest.session)
    expect(type(busy, '<tab>').view.pane).toBe('tail')
    expect(type(busy, '<tab><tab>').view.pane).toBe('board')
    const asking = scene({ teams, asks: [permission('shop')] })
    expect([type(asking, '').view.pane, type(asking, '<backtab>').view.pane]).toEqual(['asks', 'tail'])
  })

  test('[MON11] Enter opens the session of the line, Esc goes back to it', () => {
    const opened = type(busy, 'j<enter>').view
    expect([opened.pane, opened.isOpen, shownSession(opened, busy)]).toEqual(['tail', true, rest.session])
    expect(type(busy, 'j<enter><escape>').view).toMatchObject({ pane: 'board', isOpen: false })
  })

  test('[MON11] ? shows the keys until one is pressed, q and Ctrl-C leave', () => {
    expect(type(busy, '?').view.mode.at).toBe('help')
    expect(type(busy, '?x').view.mode.at).toBe('looking')
    expect(type(busy, 'q').effects).toEqual([{ do: 'quit' }])
    expect(type(busy, 't<ctrl-c>').effects).toEqual([{ do: 'quit' }])
  })

  test('[MON5] the tail scrolls back and follows again at its end', () => {
    expect(type(busy, '<tab>kkk').view.scroll).toBe(3)
    expect(type(busy, '<tab>kkkG').view.scroll).toBe(0)
    expect(type(busy, '<tab><pageup>').view.scroll).toBe(10)
  })

  test('[MON11] what was chosen and has gone gives way to what is there', () => {
    const gone = settle(type(busy, 'j').view, scene({ teams: [team('shop')], sessions: [work] }), noon)
    expect(gone.row).toBe(work.session)
    expect(settle(type(busy, '').view, scene(), noon)).toMatchObject({ row: null, pane: 'board' })
  })
})

describe('what met a limit', () => {
  const retry = {
    turn: newId('trn'),
    retryOf: newId('trn'),
    for: 'quota',
    until: noon + 3_600_000,
    since: noon,
    byHand: false,
    preview: 'Build it',
  } as const
  const limited = session('docs', { queued: 1, limited: retry })
  const at = (more: object = {}) =>
    scene({
      teams: [team('docs', { queued: 1, limited: 1 })],
      sessions: [{ ...limited, limited: { ...retry, ...more } }],
    })

  test('[MON24] the line and the first line say so, and when it runs again', () => {
    expect(at().sentence).toBe('1 team is at a limit. 1 problem.')
    expect(at().rows).toMatchObject([
      {
        lane: 'waiting',
        isTrouble: true,
        doing: 'at the account limit; runs again at 13:00  “Build it”',
      },
    ])
  })

  test('[MON24] R runs it again at once, from its line and from its problem; L leaves it after a question', () => {
    const of = [{ from: 'user', to: 'docs', turn: retry.turn, for: 'quota', preview: 'Build it' }]
    expect(type(at(), 'R').effects).toEqual([{ do: 'retry', of }])
    expect(type(at(), '<tab>R').effects).toEqual([{ do: 'retry', of }])
    const { view, effects } = type(at(), 'L')
    expect([effects, view.mode]).toMatchObject([[], { question: 'Drop “Build it”? It will not run again.' }])
    expect(type(at(), 'Ly').effects).toEqual([{ do: 'leave', of }])
    expect(type(at(), 'Ln').effects).toEqual([])
  })

  test('[MON24] what a budget refused is run after a question; where nothing met a limit, that is said', () => {
    expect(type(at({ for: 'budget' }), 'R').effects).toEqual([])
    expect(type(at({ for: 'budget' }), 'Ry').effects).toMatchObject([{ do: 'retry' }])
    expect(type(busy, 'R')).toMatchObject({
      effects: [],
      view: { notice: { words: 'Nothing hit a limit there.' } },
    })
    expect(type(busy, 'L').effects).toEqual([])
  })
})
