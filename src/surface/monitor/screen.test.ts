import fc from 'fast-check'
import { renderToString } from 'ink'
import { createElement } from 'react'
import { describe, expect, test } from 'vitest'
import type { Model } from './model.ts'
import { press } from './press.ts'
import { event, idea, noon, permission, question, said, scene, session, spec, team } from './scenes.suite.ts'
import { shownAsk } from './screen-layout.ts'
import { Screen } from './screen.tsx'
import { addToTail, emptyTail } from './tail.ts'
import { styleOf } from './theme.ts'
import { firstView, settle, type View } from './view.ts'
import { wrapped } from './words.ts'

function frameOf(model: Partial<Model> & Pick<Model, 'scene'>, view: Partial<View> = {}): string[] {
  const size = { columns: 80, rows: 24 }
  const first = settle(firstView, model.scene, noon)
  const settled = settle({ ...first, ...view }, model.scene, noon)
  const whole: Model = {
    view: settled,
    tail: emptyTail(undefined),
    whole: undefined,
    size,
    now: noon,
    ...model,
  }
  const columns = whole.size.columns
  return renderToString(createElement(Screen, { model: whole, hasColour: false }), { columns }).split('\n')
}

const shop = session('shop', { state: 'working', agent: 'agt_1', contextPercent: 34 })
const full = scene({
  teams: [team('shop', { running: 1, asks: 1, costTodayUsd: 1.5 }), team('docs')],
  sessions: [shop],
  asks: [permission('shop', { session: shop.session }), question('docs', [['Postgres', 'SQLite']])],
  events: [event('turn.ended', { how: 'failed', preview: 'It broke.' }, { session: shop.session })],
})

describe('screen', () => {
  test('[MON1] the first lines say who needs you, how fresh that is, what today cost and what is open', () => {
    const [first, second] = frameOf({ scene: full })
    expect(first).toMatch(/^Iris 1 team needs you\. +● live$/)
    expect(second).toContain('$0.00 today · 0 model tokens · 2 open asks · up 1m')
  })

  test('[MON11] [DSH81] the help lists the keys, and by the groups of the dashboard where the rest is', () => {
    const text = frameOf({ scene: full }, { mode: { at: 'help' } }).join('\n')
    expect(text).toMatch(/Keys ─+[^]+quit; your teams keep working\nElsewhere ─+\n/)
    expect(text).toMatch(/Now .*iris inbox[^]+Work .*iris runs[^]+Talk .*iris ask[^]+System .*iris open/)
  })

  test('[MON3] the chosen ask shows what it is about and the key of each answer', () => {
    const text = frameOf({ scene: full }).join('\n')
    expect(text).toMatch(/Needs you 2 ─+/)
    expect(text).toMatch(
      /▸ shop Wants to run a command +1m ago\n +npm test\n +y Allow +a Always allow +n Deny/,
    )
  })

  test('[MON3] a question shows its options, a default its countdown, an open ask all of its detail', () => {
    const asked = {
      ...question('docs', [['Postgres', 'SQLite']]),
      default: 'SQLite',
      expiresAt: noon + 90_000,
    }
    const text = frameOf({ scene: scene({ asks: [asked] }) }).join('\n')
    expect(text).toMatch(/1 Postgres\n +2 SQLite\n +r answer in your own words\n +Takes “SQLite” in 1m 30s\./)
    const long = permission('shop', { detail: Array.from({ length: 12 }, (_, n) => `step ${n}`).join('\n') })
    const listed = frameOf({ scene: scene({ asks: [long] }) }).join('\n')
    expect(listed).toContain('Enter reads it, then answer')
    expect(listed).not.toContain('y Allow')
    const opened = frameOf({ scene: scene({ asks: [long] }) }, { isOpen: true }).join('\n')
    expect(opened).toContain('step 11')
  })

  test('[MON13] whatever the size and whatever is on it, the screen fits', () => {
    const size = fc.record({
      columns: fc.integer({ min: 40, max: 200 }),
      rows: fc.integer({ min: 10, max: 60 }),
    })
    const pane = fc.constantFrom('asks', 'board', 'problems', 'tail')
    const text = fc.oneof(fc.string({ maxLength: 300 }), fc.constant('漢字かな '.repeat(40)))
    const look = fc.record({ pane, isOpen: fc.boolean(), scroll: fc.nat(20) })
    fc.assert(
      fc.property(size, look, fc.array(text, { maxLength: 30 }), (size, look, texts) => {
        const tail = texts.reduce((so, words) => addToTail(so, said(words)), emptyTail(shop.session))
        const asks = texts.slice(0, 5).map((detail) => permission('shop', { detail }))
        const lines = frameOf({ scene: { ...full, asks: [...full.asks, ...asks] }, tail, size }, look)
        expect(lines.length).toBe(size.rows)
        expect(Math.max(...lines.map((line) => wrapped(line, size.columns).length))).toBe(1)
      }),
      { numRuns: 30 },
    )
  })

  test('[MON1] the name and the sentence stay apart where the line is short', () => {
    const teams = ['shop', 'desk', 'mill'].map((name) => team(name, { asks: 1 }))
    const others = [team('yard', { running: 1 }), team('dock', { queued: 1, limited: 1 })]
    const from = scene({ teams: [...teams, ...others], asks: [permission('shop', {})] })
    expect(frameOf({ scene: from, size: { columns: 40, rows: 10 } })[0]).toMatch(/^Iris \S/)
  })

  test('[MON29] lines of specs and ideas are read at 80 by 24, and at 40 by 10', () => {
    const from = scene({
      teams: [team('shop')],
      specs: [spec('shop-s2', { title: 'Export habits as CSV' })],
      ideas: [idea('A fridge that knows what is in it')],
    })
    const wide = frameOf({ scene: from }).join('\n')
    expect(wide).toMatch(/Teams 1 ─/)
    expect(wide).toMatch(/^Needs you +▸ Export habits as … {2}waits for your yes/m)
    expect(wide).toMatch(/^Idle +A fridge that kno… {2}answered {2}idea: expl/m)
    const narrow = frameOf({ scene: from, size: { columns: 40, rows: 10 } })
    expect(narrow.join('\n')).toMatch(/^Needs you +▸ Export habi… {2}waits for yo…$/m)
    expect(narrow.join('\n')).toMatch(/^Idle +A fridge th… {2}answered {2}id…$/m)
    expect(narrow).toHaveLength(10)
  })

  test('[MON25] at 40 by 10 a command that does not fit has no keys; read to its end, they count', () => {
    const size = { columns: 40, rows: 10 }
    const command = `${'echo one && '.repeat(20)}rm -rf build`
    const from = scene({
      teams: [team('shop', { asks: 1 })],
      asks: [permission('shop', { detail: command })],
    })
    const listed = frameOf({ scene: from, size }).join('\n')
    expect(listed).toContain('Enter reads it, then answer')
    expect(listed).not.toMatch(/Allow|reply/)
    const modelAt = (scroll: number): Model => ({
      scene: from,
      view: { ...settle(firstView, from, noon), isOpen: true, scroll },
      tail: emptyTail(undefined),
      whole: undefined,
      size,
      now: noon,
    })
    const { maxScroll, isReadable } = shownAsk(modelAt(0))
    expect([isReadable, shownAsk(modelAt(maxScroll - 1)).isReadable]).toEqual([false, false])
    expect(shownAsk(modelAt(maxScroll)).isReadable).toBe(true)
    const seen = Array.from({ length: maxScroll + 1 }, (_, scroll) => shownAsk(modelAt(scroll)).lines)
    const words = seen.map((lines) => lines[0]!.map((span) => span.words).join('')).join('')
    expect(words).toContain(command.slice(0, 200))
    const end = frameOf({ scene: from, size }, { isOpen: true, scroll: maxScroll }).join('\n')
    expect(end).toMatch(/rm -rf build\n +y Allow/)
    expect(end).toContain('r say why not')
  })

  test('[MON25] what is shown with its keys is whole, whatever the size and the ask', () => {
    const sizes = fc.record({
      columns: fc.integer({ min: 40, max: 130 }),
      rows: fc.integer({ min: 10, max: 40 }),
    })
    const label = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'x'), minLength: 1, maxLength: 60 })
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '.', '\n'), maxLength: 300 })
    fc.assert(
      fc.property(sizes, text, fc.array(label, { minLength: 1, maxLength: 5 }), (size, detail, labels) => {
        const asked =
          labels.length > 2
            ? permission('shop', { detail })
            : { ...question('shop', [labels]), title: 'Which?', detail }
        const from = scene({ asks: [asked] })
        const lines = frameOf({ scene: from, size })
        const frame = lines.join('\n')
        const model = {
          scene: from,
          view: settle(firstView, from, noon),
          tail: emptyTail(undefined),
          whole: undefined,
          size,
          now: noon,
        }
        const flat = lines
          .map((line) => line.trim())
          .join('')
          .replaceAll(/\s/g, '')
        const options = asked.questions[0]!.options.map(({ label: one }) => one)
        const isWhole = [detail, ...options].every((one) => flat.includes(one.replaceAll(/\s/g, '')))
        expect(shownAsk(model).isReadable ? isWhole : frame.includes('Enter reads it')).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  test('[MON8] a grant is shown whole, however long it is', () => {
    const grant = `Bash(${'x'.repeat(300)} end)`
    const from = scene({ asks: [permission('shop', { grant })] })
    const pressed = press(
      settle(firstView, from, noon),
      { text: 'a' },
      {
        scene: from,
        size: { columns: 80, rows: 24 },
        isReadable: true,
        page: 10,
        steady: noon,
      },
    )
    const lines = frameOf({ scene: from }, pressed.view)
    expect(lines.slice(-6).join('')).toContain(`Always allow ${grant} for shop? This adds a grant.`)
    expect(lines.at(-1)).toBe('y yes, any other key no')
    expect(lines).toHaveLength(24)
  })

  test('[MON6] [CLI43] nothing drives the terminal, in whichever text it stands', () => {
    const evil = '\u001B]0;owned\u0007\u001B[2J\u009B2J\u202E'
    const from = (text: string): unknown =>
      JSON.parse(
        JSON.stringify(full, (key, value: unknown) =>
          typeof value === 'string' && !['state', 'at', 'kind', 'lane', 'severity'].includes(key)
            ? text + value
            : value,
        ),
      )
    const tail = addToTail(emptyTail(shop.session), said(evil))
    for (const pane of ['asks', 'board', 'problems', 'tail'] as const) {
      const frame = frameOf({ scene: from(evil) as typeof full, tail }, { pane }).join('\n')
      expect(frame).toContain(String.raw`\x1b`)
      // oxlint-disable-next-line no-control-regex
      expect(frame).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/)
    }
  })

  test('[MON13] a terminal that is too small says so', () => {
    expect(frameOf({ scene: full, size: { columns: 30, rows: 24 } }).join(' ')).toContain('needs 40 columns')
  })

  test('[MON16] a tone has its colour only where there are colours', () => {
    expect(styleOf('needs', true)).toEqual({ color: 'yellow', bold: true })
    expect(styleOf('needs', false)).toEqual({ bold: true })
  })
})
