import ts from 'typescript'

/** The start of the innermost function around a node; -1 outside of all. */
export function functionAround(node: ts.Node): number {
  for (let around = node.parent; around !== undefined; around = around.parent)
    if (bodyOf(around)) return around.getStart()
  return -1
}

function bodyOf(node: ts.Node): ts.Node | undefined {
  return ts.isFunctionLike(node) && 'body' in node ? node.body : undefined
}
