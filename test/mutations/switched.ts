import ts from 'typescript'
import { changesIn, type Change } from './random.ts'

/** The text of a file with every change in it, each behind a switch of its own; `numberOf` numbers the changes. */
export function switched(source: ts.SourceFile, door: string, numberOf: (nth: number) => number): string {
  const changes = new Map<ts.Node, [number, Change][]>()
  changesIn(source).forEach((change, nth) => {
    changes.set(change.node, [...(changes.get(change.node) ?? []), [numberOf(nth), change]])
  })
  const { text } = source
  // On the first line, so that the others stay where they are.
  return `import * as switching from ${JSON.stringify(door)};${inside(source)}`

  /** A node with all that is in it; what changes the node itself is around what changes its parts. */
  function whole(node: ts.Node): string {
    const own = (changes.get(node) ?? []).toSorted(([, a], [, b]) => rank(a) - rank(b))
    return own.reduce(
      (words, [number, change]) => around(words, number, change),
      binary(node) ?? inside(node),
    )
  }

  function inside(node: ts.Node): string {
    const isFile = ts.isSourceFile(node)
    let at = isFile ? 0 : node.getStart()
    let words = ''
    ts.forEachChild(node, (child) => {
      words += text.slice(at, child.getStart()) + whole(child)
      at = child.getEnd()
    })
    return words + text.slice(at, node.getEnd())
  }

  /** Of two operands each must be there once, however the operator is chosen. */
  function binary(node: ts.Node): string | undefined {
    if (!ts.isBinaryExpression(node)) return undefined
    const [own] = changes.get(node.operatorToken) ?? []
    if (!own) return undefined
    const [number, { kind, put }] = own
    const [left, right] = [whole(node.left), whole(node.right)]
    const sign = node.operatorToken.getText()
    if (kind !== 'and-or')
      return `switching.either(${number}, [${left}, ${right}], [${quoted(sign)}, ${quoted(put)}])`
    const kept = `switching.switches.kept`
    // As it is written the right side is looked at when the left one is true, or for || when it is not.
    const isWritten = sign === '&&' ? '!==' : '==='
    return `((${kept} = (${left}), switching.isOn(${number}) ${isWritten} !!${kept}) ? (${right}) : ${kept})`
  }
}

const quoted = (sign: string): string => JSON.stringify(sign)

/** A condition is negated after whatever it is made of. */
function rank({ kind }: Change): number {
  return kind === 'negation' ? 1 : 0
}

function around(words: string, number: number, { kind, put }: Change): string {
  const on = `switching.isOn(${number})`
  if (kind === 'negation') return `(${on} !== !!(${words}))`
  if (kind === 'constant') return `(${on} ? ${put} : ${words})`
  if (kind === 'no statement') return `{ if (!${on}) { ${words} } }`
  if (kind === 'early return') return `{ if (${on}) return undefined as never; ${words.slice(1)}`
  if (kind !== 'no await') return words
  const kept = `switching.switches.kept`
  return `(${kept} = (${words.replace(/^await\b/, '')}), ${on} ? ${kept} : await ${kept})`
}
