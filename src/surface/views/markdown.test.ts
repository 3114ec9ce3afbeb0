import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readMarkdown, type Block, type Inline } from './index.ts'

test('[DSH14] what agents use of Markdown becomes blocks', () => {
  const blocks = readMarkdown(
    '# Title\nSome **bold** and `code`.\n\n- one\n  - two\n1. three\n\n> quoted\n\n```ts\nconst a = 1\n```\n| a | b |\n|---|---|\n| 1 | 2 |\n---',
  )
  expect(blocks.map(({ kind }) => kind)).toEqual([
    'heading',
    'paragraph',
    'list',
    'quote',
    'code',
    'table',
    'rule',
  ])
  expect(blocks[1]).toMatchObject({
    inlines: [{ text: 'Some ' }, { kind: 'strong' }, { text: ' and ' }, { kind: 'code' }, { text: '.' }],
  })
  expect(blocks[2]).toMatchObject({ items: [{ depth: 0 }, { depth: 1 }, { marker: '1.' }] })
  expect(blocks[4]).toEqual({ kind: 'code', language: 'ts', text: 'const a = 1' })
})

test('[DSH14] only links to the web are links; HTML and scripts stay text', () => {
  const source = '[x](javascript:alert(1)) [y](https://a.example) <b>z</b> https://b.example.'
  const inlines = readMarkdown(source).flatMap(inlinesOf)
  const links = inlines.flatMap((piece) => (piece.kind === 'link' ? [piece.href] : []))
  expect(links).toEqual(['https://a.example', 'https://b.example'])
  expect(inlines.map(({ text }) => text).join('')).toContain('<b>z</b>')
})

test('[DSH14] no text makes the reader fail, hang or lose its letters', () => {
  const marks = fc.constantFrom(
    '`',
    '```',
    '**',
    '*',
    '_',
    '|',
    '- ',
    '# ',
    '> ',
    '\n',
    '[',
    '](',
    'https://',
  )
  const source = fc.array(fc.oneof(marks, fc.string()), { maxLength: 60 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(source, (text) => {
      const letters = (words: string) => words.replaceAll(/[^a-z]/g, '')
      const shown = readMarkdown(text).map(wordsOf).join('')
      const hidden = letters(text).length - letters(shown).length
      // Targets of links and names of languages are kept apart; nothing else may go.
      if (!/https:|```|~~~/.test(text)) expect(hidden).toBe(0)
    }),
  )
})

function inlinesOf(block: Block): Inline[] {
  if ('inlines' in block) return block.inlines
  return block.kind === 'list' ? block.items.flatMap(({ inlines }) => inlines) : []
}

function wordsOf(block: Block): string {
  if (block.kind === 'code') return block.text
  if (block.kind === 'table')
    return block.rows
      .flat(2)
      .map(({ text }) => text)
      .join('')
  return inlinesOf(block)
    .map(({ text }) => text)
    .join('')
}
