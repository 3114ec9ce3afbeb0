import ts from 'typescript'

/** The start of the innermost function around a node; -1 outside of all. */
export function functionAround(node: ts.Node): number {
  for (let around = node.parent; around !== undefined; around = around.parent)
    if (bodyOf(around)) return around.getStart()
  return -1
}

/** The text of a file in which every function notes that it was reached, by the number that its start is given. */
export function noting(source: ts.SourceFile, numberOf: (start: number) => number): string {
  const notes: { at: number; put: string }[] = []
  visit(source)
  // From the end, so that what is put in moves no place that comes after it.
  const backwards = notes.toSorted((a, b) => b.at - a.at)
  return backwards.reduce(
    (text, { at, put }) => text.slice(0, at) + put + text.slice(at),
    source.getFullText(),
  )

  function visit(node: ts.Node): void {
    const body = bodyOf(node)
    if (body) notes.push(...notesOf(body, numberOf(node.getStart())))
    ts.forEachChild(node, visit)
  }
}

function notesOf(body: ts.Node, place: number): { at: number; put: string }[] {
  const note = `globalThis.noteReached?.(${place})`
  if (ts.isBlock(body)) return [{ at: body.getStart() + 1, put: ` ${note};` }]
  return [
    { at: body.getStart(), put: `(${note}, ` },
    { at: body.getEnd(), put: ')' },
  ]
}

function bodyOf(node: ts.Node): ts.Node | undefined {
  return ts.isFunctionLike(node) && 'body' in node ? node.body : undefined
}
