/** A line of text that somebody writes; the cursor stands between the two parts. */
export interface LineEdit {
  before: string
  after: string
}

export const emptyLine: LineEdit = { before: '', after: '' }
const longest = 10_000
const maxGrapheme = 40
const graphemes = new Intl.Segmenter()

export function textOf({ before, after }: LineEdit): string {
  return before + after
}

/** Puts text where the cursor is. */
export function insert({ before, after }: LineEdit, text: string): LineEdit {
  const room = Math.max(0, longest - before.length - after.length)
  return { before: before + text.replaceAll(/\r\n?/g, '\n').slice(0, room), after }
}

/** What the keys of a line do besides writing. */
export const edits: Readonly<Record<string, (line: LineEdit) => LineEdit>> = {
  left: ({ before, after }) => {
    const last = lastOf(before)
    return { before: before.slice(0, before.length - last.length), after: last + after }
  },
  right: ({ before, after }) => {
    const first = graphemes.segment(after)[Symbol.iterator]().next().value?.segment ?? ''
    return { before: before + first, after: after.slice(first.length) }
  },
  home: (line) => ({ before: '', after: textOf(line) }),
  end: (line) => ({ before: textOf(line), after: '' }),
  backspace: ({ before, after }) => ({
    before: before.slice(0, before.length - lastOf(before).length),
    after,
  }),
  'ctrl-a': (line) => ({ before: '', after: textOf(line) }),
  'ctrl-e': (line) => ({ before: textOf(line), after: '' }),
  'ctrl-u': ({ after }) => ({ before: '', after }),
  'ctrl-w': ({ before, after }) => ({ before: before.replace(/\S+\s*$/, ''), after }),
}

/** The last character as a person counts them. */
function lastOf(text: string): string {
  return Array.from(graphemes.segment(text.slice(-maxGrapheme)), ({ segment }) => segment).at(-1) ?? ''
}
