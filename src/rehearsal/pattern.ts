/** Something to look for in a text: a piece of it, or a regular expression. */
export interface Pattern {
  /** The match and its groups, or undefined when the text does not fit. */
  find(text: string): readonly string[] | undefined
}

const slashed = /^\/(?<source>.+)\/(?<flags>[a-z]*)$/s
// `g` and `y` would make a pattern remember where it last matched.
const knownFlags = /^[imsu]*$/

/** Reads `/source/flags` as a regular expression and anything else as plain text; throws SyntaxError. */
export function readPattern(written: string, plain: 'part' | 'whole'): Pattern {
  const { source, flags = '' } = slashed.exec(written)?.groups ?? {}
  if (source === undefined) return plain === 'part' ? partOf(written) : wholeOf(written)
  if (!knownFlags.test(flags)) throw new SyntaxError('only the flags i, m, s and u may be used')
  const expression = new RegExp(source, flags)
  return {
    find(text) {
      const match = expression.exec(text)
      return match ? Array.from(match, (group: string | undefined) => group ?? '') : undefined
    },
  }
}

function partOf(piece: string): Pattern {
  return { find: (text) => (text.includes(piece) ? [piece] : undefined) }
}

function wholeOf(name: string): Pattern {
  return { find: (text) => (text === name ? [name] : undefined) }
}
