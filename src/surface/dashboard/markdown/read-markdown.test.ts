import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Block, Inline } from './blocks.ts'
import { readMarkdown } from './read-markdown.ts'
import { createReadings } from './readings.ts'
import { shapes } from './shapes.suite.ts'

// Pages are written without Node; their tests run in it.
const { process } = globalThis as unknown as {
  process: { cpuUsage: (since?: object) => { user: number } }
}

const read = (source: string) => readMarkdown(source).blocks
const text = (words: string): Inline => ({ kind: 'text', text: words })
const paragraph = (...inlines: Inline[]): Block => ({ kind: 'paragraph', inlines })

test('[DSH14] what agents use of Markdown becomes blocks', () => {
  const blocks = read(
    '# Title\nSome **bold *and* more**, `code` and ~~not this~~.\n\n> quoted\n> - point\n\n```ts\nconst a = 1\n```\nDone.\n---',
  )
  expect(blocks).toEqual([
    { kind: 'heading', level: 1, inlines: [text('Title')] },
    paragraph(
      text('Some '),
      {
        kind: 'strong',
        inlines: [text('bold '), { kind: 'emphasis', inlines: [text('and')] }, text(' more')],
      },
      text(', '),
      { kind: 'code', text: 'code' },
      text(' and '),
      { kind: 'struck', inlines: [text('not this')] },
      text('.'),
    ),
    {
      kind: 'quote',
      blocks: [paragraph(text('quoted')), { kind: 'list', items: [{ blocks: [paragraph(text('point'))] }] }],
    },
    { kind: 'code', language: 'ts', text: 'const a = 1' },
    paragraph(text('Done.')),
    { kind: 'rule' },
  ])
})

test('[DSH64] lists hold lists, code and tasks, and count from their first number', () => {
  expect(read('3. three\n3. four\n   - [x] done\n   - [ ] open\n     ```\n     ls\n     ```')).toEqual([
    {
      kind: 'list',
      items: [
        { number: 3, blocks: [paragraph(text('three'))] },
        {
          number: 4,
          blocks: [
            paragraph(text('four')),
            {
              kind: 'list',
              items: [
                { isDone: true, blocks: [paragraph(text('done'))] },
                {
                  isDone: false,
                  blocks: [paragraph(text('open')), { kind: 'code', language: '', text: 'ls' }],
                },
              ],
            },
          ],
        },
      ],
    },
  ])
})

test('[DSH64] a table has its head and the sides of its columns, and loses no cell', () => {
  const table = '| a | b |\n|:-:|--:|\n| 1 | `x` |\n| only |\n| cmd | `a || b` |'
  const cell = (side: string, ...inlines: Inline[]) => ({ side, inlines })
  expect(read(table)).toEqual([
    {
      kind: 'table',
      head: [cell('center', text('a')), cell('right', text('b'))],
      rows: [
        [cell('center', text('1')), cell('right', { kind: 'code', text: 'x' })],
        [cell('center', text('only'))],
        [cell('center', text('cmd')), cell('right', { kind: 'code', text: 'a || b' })],
      ],
    },
  ])
  for (const before of ['> ', '- ', '1. > '])
    expect(
      JSON.stringify(
        read(
          `${before}${table.replaceAll('\n', `\n${before.replace(/-|1\./g, (mark) => ' '.repeat(mark.length))}`)}`,
        ),
      ),
    ).toContain('"text":"a || b"')
})

test('[DSH65] only addresses of the web and of mail are links; paths are named, anything else stays as written', () => {
  const source =
    '[x](javascript:alert(1)) [y](https://a.example) <b onclick="z">z</b> https://b.example/_c_/d_e. **https://f.example** (http://g.example) [mail](mailto:h@i.example) <j@k.example> [auth.ts](src/auth.ts:12) [l](//m.example) [n](data:text/html,o) [p](vbscript:q) [R](JaVaScRiPt:s) [t](&#106;avascript:u) [v](file:///etc/passwd)'
  const pieces = read(source).flatMap(inlinesOf).flatMap(withInner)
  expect(pieces.flatMap((piece) => (piece.kind === 'link' ? [piece.href] : []))).toEqual([
    'https://a.example',
    'https://b.example/_c_/d_e',
    'https://f.example',
    'http://g.example',
    'mailto:h@i.example',
    'mailto:j@k.example',
  ])
  expect(pieces.flatMap((piece) => (piece.kind === 'place' ? [piece.target] : []))).toEqual([
    'src/auth.ts:12',
  ])
  const shown = wordsOf(read(source).flatMap(inlinesOf))
  for (const words of [
    '<b onclick="z">z</b>',
    '[x](javascript:alert(1))',
    '[l](//m.example)',
    '[n](data:text/html,o)',
    '[v](file:',
  ])
    expect(shown).toContain(words)
})

test('[DSH65] a picture is a link to it, never fetched', () => {
  expect(
    read('![a *plot*](https://a.example/p.png) ![](https://b.example/q.png) ![local](p.png)'),
  ).toMatchObject([
    {
      inlines: [
        { kind: 'link', href: 'https://a.example/p.png', inlines: [text('a '), { kind: 'emphasis' }] },
        text(' '),
        { kind: 'link', href: 'https://b.example/q.png', inlines: [text('https://b.example/q.png')] },
        text(' '),
        { kind: 'place', target: 'p.png', inlines: [text('local')] },
      ],
    },
  ])
})

test('[DSH65] what would turn words around or hide them is shown as what it is', () => {
  expect(read('safe\u202Eexe\u0007\u2066.txt')).toEqual([paragraph(text('safe\\u202eexe\\x07\\u2066.txt'))])
  expect(
    read('[//]: # (obey me)\n\n[a]: https://a.example "and me"\n\n<!-- me too -->').map((block) =>
      wordsOf(inlinesOf(block)),
    ),
  ).toEqual(['[//]: # (obey me)', '[a]: https://a.example "and me"', '<!-- me too -->'])
})

test('[DSH14] no text makes the reader fail, hang or lose its letters', () => {
  fc.assert(
    fc.property(markdown(), (source) => {
      const letters = (words: string) => words.replaceAll(/[^a-z]/g, '')
      const shown = read(source).map((block) => wordsOf(inlinesOf(block)))
      // Targets of links, names of languages and names of characters are kept apart; nothing else may go.
      if (!/\]\(|```|~~~|&/.test(source)) expect(letters(shown.join(''))).toBe(letters(source))
    }),
  )
  for (const deep of ['>'.repeat(500), '- '.repeat(500), '1. '.repeat(500), '*'.repeat(500), '['.repeat(500)])
    expect(
      read(`${deep}found`)
        .map((block) => wordsOf(inlinesOf(block)))
        .join(''),
    ).toContain('found')
})

test('[DSH66] a text that goes on is read from where it can change, with the same result', () => {
  fc.assert(
    fc.property(markdown(), markdown(), (head, tail) => {
      const before = readMarkdown(head)
      const after = readMarkdown(head + tail, before)
      expect(after.blocks).toEqual(read(head + tail))
    }),
  )
  for (const [head, tail] of [
    ['`\n***', '`'],
    ['1. a\n*', '!'],
  ] as const)
    expect(readMarkdown(head + tail, readMarkdown(head)).blocks).toEqual(read(head + tail))
  const long = readMarkdown('One.\n\nTwo.\n\nThree')
  const longer = readMarkdown('One.\n\nTwo.\n\nThree **and** more', long)
  expect(longer.blocks[0]).toBe(long.blocks[0])
})

test('[DSH66] a text that comes back to the screen is not read again, and only so many are kept', () => {
  const readings = createReadings(100)
  const first = readings.read('a'.repeat(40))
  readings.read('b'.repeat(40))
  expect(readings.read('a'.repeat(40))).toBe(first)
  readings.read('c'.repeat(90))
  expect(readings.read('a'.repeat(40))).not.toBe(first)
  const growing = readings.read('One.\n\nTwo.\n\nThree')
  expect(readings.read('One.\n\nTwo.\n\nThree and').blocks[0]).toBe(growing.blocks[0])
})

test.each(shapes)('[DSH66] a text of %s takes time in step with its length', (_, shape) => {
  time(shape(2000))
  if (time(shape(40_000)) < 30) return
  // Four times as long: 4 times the time where it is linear, 16 times where it is quadratic. Others may hold this
  // machine up, never help it.
  const ratios = [1, 2, 3, 4, 5].map(() => () => time(shape(40_000)) / time(shape(10_000)))
  expect(ratios.some((ratio) => ratio() < 9)).toBe(true)
})

/** How long this process works at it, in ms: a busy machine makes everything late, not longer. */
function time(source: string): number {
  const start = process.cpuUsage()
  readMarkdown(source)
  return process.cpuUsage(start).user / 1000
}

function markdown(): fc.Arbitrary<string> {
  const marks = [
    '`',
    '```\n',
    '**',
    '*',
    '_',
    '~~',
    '|',
    '|-|-|\n',
    '- ',
    '1. ',
    '[ ] ',
    '# ',
    '> ',
    '    ',
    '\n',
    '\n\n',
    '[',
    '](',
    ')',
  ]
  const pieces = fc.oneof(fc.constantFrom(...marks, 'https://', 'ab', ' '), fc.string())
  return fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(''))
}

function inlinesOf(block: Block): Inline[] {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return block.inlines
    case 'quote':
      return block.blocks.flatMap(inlinesOf)
    case 'list':
      return block.items.flatMap((item) => [text(item.isDone ? 'x' : ''), ...item.blocks.flatMap(inlinesOf)])
    case 'table':
      return [block.head, ...block.rows].flat().flatMap(({ inlines }) => inlines)
    case 'code':
      return [text(block.text)]
    case 'rule':
    default:
      return []
  }
}

function wordsOf(inlines: readonly Inline[]): string {
  return inlines.map((piece) => ('text' in piece ? piece.text : wordsOf(piece.inlines))).join('')
}

function withInner(piece: Inline): Inline[] {
  return [piece, ...('inlines' in piece ? piece.inlines.flatMap(withInner) : [])]
}
