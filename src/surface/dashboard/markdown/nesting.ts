import type { Token } from 'markdown-it'

/** A token with what lies between it and the one that closes it. */
export interface Node {
  token: Token
  children: Node[]
}

/** Emphasis in emphasis that nobody would see any more. */
const deepest = 70

/** The flat tokens of the parser as a tree. What is too deep lies flat in the deepest that is kept. */
export function nest(tokens: readonly Token[]): Node[] {
  const top: Node[] = []
  const open: Node[][] = [top]
  let depth = 0
  for (const token of tokens) {
    if (token.nesting === -1) {
      if (depth <= deepest) open.pop()
      depth -= 1
      continue
    }
    if (token.nesting === 1) depth += 1
    if (token.nesting === 1 && depth > deepest) continue
    const node = { token, children: [] }
    open.at(-1)?.push(node)
    if (token.nesting === 1) open.push(node.children)
  }
  return top
}
