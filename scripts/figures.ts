// Prints how large the sources are: lines of files and of functions, cycles of imports, uses of `any`. Tests are left out.
// Run: npm run figures
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { filesIn, importsOf } from './imports.ts'

interface Long {
  what: string
  lines: number
}

const isTest = (file: string): boolean => /\.(?:test|suite)\.tsx?$/.test(file)
const files = filesIn('src', '.ts', '.tsx').filter((file) => !isTest(file))
const sources = files.map((file) => {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, kind)
})
const nodes = sources.map((source) => ({ source, all: [...under(source)] }))

tell(
  'files',
  180,
  sources.map(({ fileName, text }) => ({ what: fileName, lines: text.split('\n').length - 1 })),
)
const every = nodes.flatMap(({ source, all }) =>
  all
    .filter(ts.isFunctionLike)
    .filter(hasBody)
    .map((node) => lengthOf(source, node)),
)
tell('functions', 25, every)
const named = nodes.flatMap(({ source, all }) => all.filter(isNamed).map((node) => lengthOf(source, node)))
tell('with name', undefined, named)
const anys = nodes.flatMap(({ all }) => all.filter(({ kind }) => kind === ts.SyntaxKind.AnyKeyword))
const mocks = filesIn('src', '.test.ts')
  .concat(filesIn('test', '.ts'))
  .filter((file) => /\bvi\.mock\(/.test(readFileSync(file, 'utf8')))
console.log(`cycles     ${cyclesIn(files).length} (aim: 0)`)
console.log(`any        ${anys.length} (aim: 0)`)
console.log(`vi.mock    ${mocks.length} (aim: 0)`)

function tell(name: string, aim: number | undefined, found: readonly Long[]): void {
  const sorted = found.toSorted((a, b) => a.lines - b.lines)
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)]?.lines ?? 0
  const longest = sorted.at(-1)
  console.log(
    `${name.padEnd(10)} ${sorted.length}, median ${at(0.5)} lines, p95 ${at(0.95)}${aim === undefined ? '' : ` (aim: ${aim})`}, longest ${longest?.lines} (${longest?.what})`,
  )
}

function* under(node: ts.Node): Generator<ts.Node> {
  yield node
  const inner: ts.Node[] = []
  ts.forEachChild(node, (child) => void inner.push(child))
  for (const child of inner) yield* under(child)
}

function hasBody(node: ts.Node): boolean {
  return 'body' in node && node.body !== undefined
}

/** Declared or kept under a name. One that makes an object counts with all the functions of the object in it. */
function isNamed(node: ts.Node): boolean {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return hasBody(node)
  const isWritten = ts.isArrowFunction(node) || ts.isFunctionExpression(node)
  return isWritten && (ts.isVariableDeclaration(node.parent) || ts.isPropertyAssignment(node.parent))
}

function lengthOf(source: ts.SourceFile, node: ts.Node): Long {
  const lineAt = (place: number): number => source.getLineAndCharacterOfPosition(place).line
  const first = lineAt(node.getStart(source))
  return { what: `${source.fileName}:${first + 1}`, lines: lineAt(node.getEnd()) - first + 1 }
}

/** The ends of imports that lead back to a file from which they came. */
function cyclesIn(all: readonly string[]): string[] {
  const done = new Set<string>()
  const way = new Set<string>()
  const found: string[] = []
  for (const file of all) follow(file)
  return found

  function follow(file: string): void {
    if (way.has(file)) found.push(file)
    if (done.has(file) || way.has(file)) return
    way.add(file)
    // What is started as a program is no import.
    for (const next of importsOf(file)) if (!/main\.tsx?$/.test(next)) follow(next)
    way.delete(file)
    done.add(file)
  }
}
