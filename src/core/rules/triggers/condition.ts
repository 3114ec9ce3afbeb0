/** What a trigger may know: figures and words by name. */
export type Facts = Readonly<Record<string, number | string | boolean>>

/** A condition such as `completed >= total * 0.5`; it holds or not, for any facts. */
export type Condition = (facts: Facts) => boolean

const token = /\s*(?:(\d+(?:\.\d+)?)|([A-Za-z_]\w*(?:\.length)?)|(>=|<=|==|!=|[<>*/+-]))/y
const maxLength = 500

const comparisons: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  '>=': (one, other) => one >= other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '<': (one, other) => one < other,
  '==': (one, other) => one === other,
  '!=': (one, other) => one !== other,
}

/** Reads a condition; gives in words what is wrong with one that it cannot read. Nothing of it is ever run as code. */
export function readCondition(text: string): { holds: Condition } | { problem: string } {
  const tokens = tokensOf(text)
  if (!tokens)
    return { problem: `${JSON.stringify(text.slice(0, 80))} is no comparison of names and numbers` }
  const place = tokens.findIndex((one) => one in comparisons)
  const compare = comparisons[tokens[place] ?? '']
  const left = sumOf(tokens.slice(0, place))
  const right = sumOf(tokens.slice(place + 1))
  if (!compare || !left || !right)
    return { problem: `${JSON.stringify(text.slice(0, 80))} does not compare two figures` }
  // What is not known is NaN, which compares as false, but is not equal to anything either.
  return {
    holds: (facts) => {
      const [one, other] = [left(facts), right(facts)]
      return !Number.isNaN(one) && !Number.isNaN(other) && compare(one, other)
    },
  }
}

function tokensOf(text: string): string[] | undefined {
  if (text.length > maxLength) return undefined
  const tokens: string[] = []
  token.lastIndex = 0
  while (token.lastIndex < text.trimEnd().length) {
    const found = token.exec(text)
    if (!found) return undefined
    tokens.push(found[0].trim())
  }
  return tokens.length === 0 ? undefined : tokens
}

type Figure = (facts: Facts) => number

/** Sums of products, read from left to right. */
function sumOf(tokens: readonly string[]): Figure | undefined {
  const at = tokens.findLastIndex((one) => one === '+' || one === '-')
  if (at === -1) return productOf(tokens)
  const [left, right] = [sumOf(tokens.slice(0, at)), productOf(tokens.slice(at + 1))]
  if (!left || !right) return undefined
  return tokens[at] === '+' ? (facts) => left(facts) + right(facts) : (facts) => left(facts) - right(facts)
}

function productOf(tokens: readonly string[]): Figure | undefined {
  const at = tokens.findLastIndex((one) => one === '*' || one === '/')
  if (at === -1) return tokens.length === 1 ? figureOf(tokens[0] ?? '') : undefined
  const [left, right] = [productOf(tokens.slice(0, at)), productOf(tokens.slice(at + 1))]
  if (!left || !right) return undefined
  return tokens[at] === '*' ? (facts) => left(facts) * right(facts) : (facts) => left(facts) / right(facts)
}

function figureOf(word: string): Figure | undefined {
  if (/^\d/.test(word)) return () => Number(word)
  if (!/^[A-Za-z_]/.test(word)) return undefined
  const name = word.replace(/\.length$/, '')
  return (facts) => {
    const fact = Object.hasOwn(facts, name) ? facts[name] : undefined
    if (name !== word) return typeof fact === 'string' ? fact.length : Number.NaN
    return typeof fact === 'string' || fact === undefined ? Number.NaN : Number(fact)
  }
}
