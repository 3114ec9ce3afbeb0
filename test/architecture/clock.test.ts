import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

/** Here dates are only put in words. */
const showing = [
  'src/surface/views/',
  'src/surface/dashboard/',
  'src/surface/monitor/parts/',
  'src/client/run-tree.ts',
]
const comparing = new Set([
  ts.SyntaxKind.MinusToken,
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
])

test('[DMN17] no difference of dates decides anything, but where a comment says why it must', () => {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => `src/${file}`)
    .filter(
      (file) => /(?<!\.(?:test|suite))\.tsx?$/.test(file) && !showing.some((place) => file.startsWith(place)),
    )
  expect(files.length).toBeGreaterThan(300)
  expect(files.flatMap(unexplained)).toEqual([])
})

test('[DMN17] such a difference is found, also behind a name', () => {
  const found = (text: string) =>
    differences(ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true)).length
  expect(found('if (clock.now() - since > limit) end()')).toBe(1)
  expect(found('while (Date.now() < deadline) wait()')).toBe(1)
  expect(found('const now = clock.now(); const left = until - now')).toBe(1)
  expect(found('rows.set(clock.now()); later(clock.steady() - since)')).toBe(0)
})

/** Differences and comparisons of dates without the words "Wall time:" in the lines before. */
function unexplained(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  if (!text.includes('now')) return []
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const lines = text.split('\n')
  return differences(source)
    .map((node) => source.getLineAndCharacterOfPosition(node.getStart()).line)
    .filter(
      (line) => !lines.slice(Math.max(0, line - 3), line + 1).some((above) => above.includes('Wall time:')),
    )
    .map((line) => `${file}:${line + 1}: ${lines[line]?.trim() ?? ''}`)
}

function differences(source: ts.SourceFile): ts.Node[] {
  const found: ts.Node[] = []
  visit(source)
  return found

  function visit(node: ts.Node): void {
    if (ts.isBinaryExpression(node) && comparing.has(node.operatorToken.kind) && hasDate(node))
      found.push(node)
    else ts.forEachChild(node, visit)
  }
}

function hasDate(node: ts.Node): boolean {
  if (ts.isFunctionLike(node)) return false
  if (ts.isCallExpression(node)) {
    const callee = node.expression.getText()
    if (callee.endsWith('.now')) return true
    // What any other function makes of a date is its own matter.
    if (!callee.startsWith('Math.')) return false
  }
  if (ts.isIdentifier(node) && node.text === 'now' && !ts.isPropertyAccessExpression(node.parent)) return true
  return ts.forEachChild(node, (child) => hasDate(child) || undefined) ?? false
}
