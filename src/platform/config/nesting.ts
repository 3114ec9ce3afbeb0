import { Lexer } from 'yaml'

// A config.yaml needs six levels. The YAML library recurses; some hundred levels end the whole process.
const deepest = 64

// Marks the lexer puts between pieces of the text; they have no place in it.
const documentMark = '\u0002'
const flowEndMark = '\u0018'
const scalarMark = '\u001F'
const marks = new Set([documentMark, flowEndMark, scalarMark])

/** Where the text nests deeper than any real file does, by brackets, dashes or indentation; else undefined. */
export function findDeepNesting(text: string): number | undefined {
  const line = { indents: [] as number[], isStart: true, indicators: 0, indent: 0 }
  let brackets = 0
  let offset = 0
  let isScalar = false
  for (const token of new Lexer().lex(text)) {
    if (!isScalar) brackets = Math.max(0, brackets + bracketStep(token))
    if (!marks.has(token)) follow(line, isScalar ? 'scalar' : token, brackets > 0)
    if (brackets + line.indents.length + line.indicators > deepest) return offset
    if (!marks.has(token)) offset += token.length
    isScalar = token === scalarMark
  }
  return undefined
}

function bracketStep(token: string): number {
  if (token === '[' || token === '{') return 1
  return token === ']' || token === '}' ? -1 : 0
}

function follow(
  line: { indents: number[]; isStart: boolean; indicators: number; indent: number },
  token: string,
  isInBrackets: boolean,
): void {
  if (token === '\n' || token === '\r\n') {
    Object.assign(line, { isStart: true, indicators: 0, indent: 0 })
  } else if (token.trim() === '') {
    if (line.isStart) line.indent = token.length
  } else if (!isInBrackets) {
    if (line.isStart) line.indents = [...line.indents.filter((indent) => indent < line.indent), line.indent]
    if (token === '-' || token === '?' || token === ':') line.indicators += 1
    line.isStart = false
  }
}
