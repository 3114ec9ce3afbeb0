import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { stringify } from 'yaml'
import { IrisError } from '../contract/index.ts'
import { loadPlaybook, parsePlaybook, type Mistake } from './playbook-parser.ts'

function mistakesIn(text: string): Mistake[] {
  try {
    parsePlaybook(text)
  } catch (error) {
    if (error instanceof IrisError && error.code === 'PLAYBOOK_INVALID') {
      return error.details?.['mistakes'] as Mistake[]
    }
    throw error
  }
  throw new Error('the playbook was accepted')
}

test('[REH1] a playbook has a name and lines, each of which knows its place and its row', () => {
  const playbook = parsePlaybook(`
name: Two lines
lines:
  - when: { says: hello, turn: 1, agent: main }
    times: 2
    reply: Hello.

  - reply: [{ text: Anything. }]
    usage: { input: 10, output: 5 }
`)
  expect(playbook).toMatchObject({
    name: 'Two lines',
    lines: [
      { position: 1, row: 4, times: 2, reply: [{ text: 'Hello.' }] },
      { position: 2, row: 8, usage: { input: 10, output: 5 }, when: {} },
    ],
  })
})

test('[REH2] every mistake is listed with its line, its key and what was expected', () => {
  const text = `
name: Wrong
lines:
  - when: { says: '/(/', sayz: hello, agent: boss }
    times: 0
    reply:
      - wait: soon
      - text: one
        gate: two
      - fail: { status: 200 }
      - tool: Read
  - when: {}
`
  expect(mistakesIn(text)).toEqual([
    { line: 4, key: 'lines[0].when.says', expected: expect.stringMatching(/regular expression/) },
    { line: 4, key: 'lines[0].when.agent', expected: expect.stringMatching(/"main"\|"sub"/) },
    { line: 4, key: 'lines[0].when.sayz', expected: expect.stringMatching(/no "sayz"/) },
    { line: 5, key: 'lines[0].times', expected: expect.stringMatching(/>=1/) },
    { line: 7, key: 'lines[0].reply[0].wait', expected: expect.stringMatching(/200ms/) },
    { line: 8, key: 'lines[0].reply[1]', expected: expect.stringMatching(/exactly one of thinking, text/) },
    { line: 10, key: 'lines[0].reply[2].fail.status', expected: expect.stringMatching(/>=400/) },
    { line: 11, key: 'lines[0].reply[3].tool', expected: expect.stringMatching(/expected object/) },
    { line: 12, key: 'lines[1].reply', expected: expect.stringMatching(/expected array/) },
  ])
})

test('[REH2] the message holds the file, the lines and the keys', () => {
  expect(() => parsePlaybook('name: x\nlines: 5', 'mine.yaml')).toThrow(
    /^mine\.yaml has a mistake:\n {2}line 2, lines: expected array/,
  )
})

test.each([
  ['broken YAML', 'name: [', 1],
  ['a key twice', 'name: a\nname: b\nlines: [{ reply: x }]', 2],
  ['an alias that names nothing', 'name: *nobody', 1],
  [
    'an alias to itself in an input',
    'name: x\nlines:\n  - reply:\n      - tool: { name: A, input: &a { b: *a } }',
    4,
  ],
  ['nothing', '', 1],
  ['endless nesting', '['.repeat(20_000), 1],
  ['a name that breaks lines', 'name: "a\\nb"\nlines: [{ reply: x }]', 1],
  ['a wait without end', 'name: x\nlines:\n  - reply: [{ wait: 11m }]', 3],
  ['a flag that keeps state', 'name: x\nlines:\n  - when: { says: /a/g }\n    reply: x', 3],
])('[REH2] %s is a mistake', (_, text, line) => {
  expect(mistakesIn(text)).toContainEqual(expect.objectContaining({ line }))
})

test.each(['fail: { status: 500 }', 'cut: true', 'die: true', 'stop: refusal'])(
  '[REH3] nothing may follow %s',
  (step) => {
    expect(mistakesIn(`name: x\nlines:\n  - reply:\n      - ${step}\n      - text: more`)).toEqual([
      { line: 5, key: 'lines[0].reply[1]', expected: 'expected nothing after fail, cut, die or stop' },
    ])
  },
)

test('[REH2] whatever the text, parsing throws nothing but PLAYBOOK_INVALID', () => {
  const keys = fc.constantFrom('name', 'lines', 'when', 'reply', 'says', 'tool', 'input', '__proto__', 'wait')
  const tree = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.string(),
      fc.integer(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(keys, tie('value'), { maxKeys: 4 }),
    ),
  })).value
  const yamlish = fc.stringMatching(/^([-:*&!|>{}[\]"'#%@\n a-z0-9]{0,60})$/)
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    yamlish,
    tree.map((value) => stringify(value)),
  )
  fc.assert(
    fc.property(texts, (text) => {
      try {
        parsePlaybook(text)
      } catch (error) {
        expect(error).toBeInstanceOf(IrisError)
        expect(error).toHaveProperty('code', 'PLAYBOOK_INVALID')
      }
    }),
    { numRuns: 500 },
  )
})

test('[REH4] a playbook above 1 MiB is refused', () => {
  expect(mistakesIn(`name: x\n#${'x'.repeat(1024 * 1024)}`)).toEqual([
    { line: 1, key: '', expected: 'expected at most 1 MiB' },
  ])
})

test('[REH4] a playbook that cannot be read says which and why', async () => {
  await expect(loadPlaybook('/no/such/playbook.yaml')).rejects.toMatchObject({
    code: 'PLAYBOOK_UNREADABLE',
    message: expect.stringMatching(/\/no\/such\/playbook\.yaml.*ENOENT/),
  })
})

test('[REH2] a mistake in a file names the file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'iris-playbook-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'bad.yaml')
  writeFileSync(path, 'name: x')
  await expect(loadPlaybook(path)).rejects.toThrow(`${path} has a mistake:\n  line 1, lines`)
})

function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'iris-playbooks-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

const one = (name: string, base?: string): string =>
  `name: ${name}\n${base ? `extends: ${base}\n` : ''}lines:\n  - reply: ${name}\n`

test('[REH29] the lines of a playbook come before those of the one it extends', async () => {
  const folder = folderOf({ 'a.yaml': one('a', 'b.yaml'), 'b.yaml': one('b', 'c.yaml'), 'c.yaml': one('c') })
  expect(await loadPlaybook(join(folder, 'a.yaml'))).toMatchObject({
    name: 'a',
    lines: [
      { position: 1, row: 4, reply: [{ text: 'a' }] },
      { position: 2, row: 4, reply: [{ text: 'b' }] },
      { position: 3, row: 3, reply: [{ text: 'c' }] },
    ],
  })
})

test.each([
  ['itself', { 'a.yaml': one('a', 'a.yaml') }],
  ['in a ring', { 'a.yaml': one('a', 'b.yaml'), 'b.yaml': one('b', './a.yaml') }],
  [
    'too many',
    Object.fromEntries([0, 1, 2, 3, 4].map((n) => [n ? `${n}.yaml` : 'a.yaml', one('x', `${n + 1}.yaml`)])),
  ],
])('[REH29] a playbook that extends %s is refused', async (_, files: Record<string, string>) => {
  await expect(loadPlaybook(join(folderOf(files), 'a.yaml'))).rejects.toMatchObject({
    code: 'PLAYBOOK_INVALID',
    details: { mistakes: [{ line: 2, key: 'extends' }] },
  })
})

test('[REH29] one that extends what is not there cannot be read', async () => {
  const folder = folderOf({ 'a.yaml': one('a', 'gone.yaml') })
  await expect(loadPlaybook(join(folder, 'a.yaml'))).rejects.toMatchObject({ code: 'PLAYBOOK_UNREADABLE' })
})

test('[REH29] a text that is no file extends nothing', () => {
  expect(mistakesIn(one('a', 'b.yaml'))).toMatchObject([{ line: 2, key: 'extends' }])
})
