/** Makes a text of about so many characters. */
export type Shape = (length: number) => string

const repeated =
  (piece: string): Shape =>
  (length) =>
    piece.repeat(Math.ceil(length / piece.length))

const links = [
  '[',
  '[a',
  '[]',
  '[a](',
  '[a](b',
  '[a](b "',
  '[a][b] ',
  '[a]: b\n',
  '[a]: "b\n',
  '[^a]',
  '![](',
]
const tags = [
  '![a',
  '![[',
  '<',
  '<a ',
  '<a href="',
  '<!--',
  '<?',
  '<![CDATA[',
  '<https://a',
  '<a@',
  'a@',
  'www.a',
]
const addresses = [
  'https://a.b/c',
  'https://a.b/c ',
  'https://',
  'http://.',
  '(https://a.b)',
  '[https://a',
  '://',
]
const emphasis = [
  '`a ',
  '*a ',
  '**a*b',
  '*a_',
  'a_',
  '*',
  '*a**',
  '_ _',
  '~~a~',
  '~a ',
  '~~',
  '***a** b* ',
  '**a ',
]
const quotes = ['>', '> ', '> a\n', '> - ', `${'>'.repeat(50)}a\n`]
const lists = ['- ', '- a\n', '* a\n\n', '1. ', '- [ ] a\n', '* * ', '    a\n']
const tables = ['|', '|a', 'a|\n', '| 1 | 2 |\n', '\\|']
const lines = [
  '-',
  '=',
  'a\n-\n',
  'a\n=\n',
  '#',
  '# a ',
  '# a #\n',
  '---\n',
  '```\n',
  '```a',
  '~~~\n',
  'word word\n',
]
const signs = ['\t', '\n', ' ', '\\', '&', '&amp;', '&#1;', '\0', '\u202E', '😀', 'a', ':']
const prose = ['Some **bold** words, `code`, a [link](https://a.example/x) and more.\n\n']
const pieces = [links, tags, addresses, emphasis, quotes, lists, tables, lines, signs, prose].flat()

const nests = [
  ['**a', 'a**'],
  ['*a ', ' a*'],
  ['_a ', ' a_'],
  ['*a **b ', ' b** a*'],
  ['~~a **b ', ' b** a~~'],
  ['[a', '](b)'],
  ['![a', '](b)'],
  ['[![', '](b)](b)'],
  ['*[', '](b)*'],
  ['[`', '`](b)'],
] as const

/** Texts that are hard on readers of Markdown, by name. */
export const shapes: readonly [string, Shape][] = [
  ...pieces.map((piece): [string, Shape] => [JSON.stringify(piece), repeated(piece)]),
  ['runs of backticks of every length', backticks],
  ['brackets that open and close', (length) => '['.repeat(length / 2) + ']'.repeat(length / 2)],
  ['stars that open and close', (length) => `${'*'.repeat(length / 2)}a${'*'.repeat(length / 2)}`],
  ['lists in lists', deepLists],
  ...nests.map(([open, close]) => nested(open, close)),
  ...['> ', '- ', '> - ', '1. ', '    '].map(deeper),
  ['a long table', (length) => `| a | b |\n|---|--:|\n${repeated('| 1 | 2 |\n')(length)}`],
  [
    'a table of short rows',
    (length) => `|${'a|'.repeat(300)}\n|${'-|'.repeat(300)}\n${repeated('|b\n')(length)}`,
  ],
  ['a wide table', wideTable],
  ['a row that goes on', (length) => `|a|b|\n|-|-|\n|${'c|'.repeat(length / 2)}`],
  ['an open fence', (length) => `\`\`\`ts\n${repeated('a\n')(length)}`],
  ['a target of brackets', (length) => `[a](${'('.repeat(length)}`],
  ['a long target', (length) => `[a](<${'a'.repeat(length)}`],
  ['a heading that ends in marks', (length) => `# a${' #'.repeat(length / 2)}`],
  ['spaces in the middle', (length) => `a${' '.repeat(length)}b`],
  ['a quote that goes on', (length) => `> a\n${repeated('b\n')(length)}`],
]

/** As deep as it is long: what opens, and what closes it. */
function nested(open: string, close: string): [string, Shape] {
  const size = open.length + close.length
  const shape: Shape = (length) => {
    const depth = Math.ceil(length / size)
    return `${open.repeat(depth)}x${close.repeat(depth)}`
  }
  return [`${JSON.stringify(open)} that ${JSON.stringify(close)} closes`, shape]
}

/** Each line a level deeper than the one before, so that the depth grows with the root of the length. */
function deeper(open: string): [string, Shape] {
  const shape: Shape = (length) => {
    let text = ''
    for (let depth = 1; text.length < length; depth++) text += `${open.repeat(depth)}a\n`
    return text
  }
  return [`lines each with one ${JSON.stringify(open)} more`, shape]
}

function backticks(length: number): string {
  let text = ''
  for (let run = 1; text.length < length; run++) text += `${'`'.repeat(run)} a `
  return text
}

function deepLists(length: number): string {
  let text = ''
  for (let depth = 0; text.length < length; depth++) text += `${'  '.repeat(depth)}- a\n`
  return text
}

function wideTable(length: number): string {
  const columns = length / 6
  return ['|a', '|-', '|b'].map((cell) => cell.repeat(columns)).join('|\n')
}
