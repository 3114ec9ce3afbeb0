import { createHash } from 'node:crypto'
import ts from 'typescript'
import { functionAround } from './places.ts'
import { areas, sourcesOf, type Area } from './sources.ts'

/** A change that a machine made up: what kind of change, where, and the line before and after it. */
export interface RandomMutation {
  kind: string
  file: string
  line: number
  /** The lines of the place, without the space around them. */
  was: string
  now: string
  /** The whole file, so that the change is the only one of its text. */
  find: string
  put: string
  area: Area
  /** Where the function around it starts; -1 outside of all. */
  around: number
  /** Its place among the changes that its file can have. */
  nth: number
}

/** A change that a file can have: what stands from here to there is put otherwise. */
export interface Change {
  kind: string
  start: number
  end: number
  put: string
  around: number
  /** What is changed. */
  node: ts.Node
}

/** So many changes, the same ones for the same seed as long as their lines stay as they are. */
export function randomMutations(seed: number, count: number): RandomMutation[] {
  const all = areas.flatMap((area) => sourcesOf(area).flatMap((source) => mutationsOf(area, source)))
  const seen = new Map<string, number>()
  return all
    .map((mutation) => ({ mutation, rank: rankOf(mutation) }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .map(({ mutation }) => mutation)

  /** Lines that are alike are told apart by their order. */
  function rankOf({ kind, file, was, now }: RandomMutation): string {
    const place = JSON.stringify([seed, kind, file, was, now])
    const nth = (seen.get(place) ?? 0) + 1
    seen.set(place, nth)
    return createHash('sha256').update(`${place} ${nth}`).digest('hex')
  }
}

function mutationsOf(area: Area, source: ts.SourceFile): RandomMutation[] {
  const { fileName: file, text } = source
  return changesIn(source).map(({ kind, start, end, put, around }, nth) => {
    const from = text.lastIndexOf('\n', start - 1) + 1
    const to = text.indexOf('\n', end) === -1 ? text.length : text.indexOf('\n', end)
    const line = source.getLineAndCharacterOfPosition(start).line + 1
    const was = text.slice(from, to).trim()
    const now = (text.slice(from, start) + put + text.slice(end, to)).trim()
    const whole = text.slice(0, start) + put + text.slice(end)
    return { kind, file, line, was, now, find: text, put: whole, area, around, nth }
  })
}

/** Every change that a file can have, in the order of its text. */
export function changesIn(source: ts.SourceFile): Change[] {
  const changes: Change[] = []
  visit(source)
  return changes

  function visit(node: ts.Node): void {
    // What is written to the daemon's own log file is no behaviour that a rule speaks of.
    if (ts.isCallExpression(node) && /(^|\.)logger\.\w+$/.test(node.expression.getText())) return
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isImportDeclaration(node)) return
    changes.push(...changesOf(node))
    ts.forEachChild(node, visit)
  }
}

const swaps = new Map<ts.SyntaxKind, [string, string]>([
  [ts.SyntaxKind.LessThanToken, ['comparison', '<=']],
  [ts.SyntaxKind.LessThanEqualsToken, ['comparison', '<']],
  [ts.SyntaxKind.GreaterThanToken, ['comparison', '>=']],
  [ts.SyntaxKind.GreaterThanEqualsToken, ['comparison', '>']],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, ['comparison', '!==']],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, ['comparison', '===']],
  [ts.SyntaxKind.AmpersandAmpersandToken, ['and-or', '||']],
  [ts.SyntaxKind.BarBarToken, ['and-or', '&&']],
  [ts.SyntaxKind.MinusToken, ['arithmetic', '+']],
  [ts.SyntaxKind.AsteriskToken, ['arithmetic', '/']],
])

/** A flag in SQL that is 3 instead of 1 is the same flag. */
const swappedNumbers: Readonly<Record<string, string>> = { 0: '1', 1: '0' }

const constants: Partial<Record<ts.SyntaxKind, (text: string) => string>> = {
  [ts.SyntaxKind.NumericLiteral]: (text) => swappedNumbers[text] ?? `(${text} * 3)`,
  [ts.SyntaxKind.TrueKeyword]: () => 'false',
  [ts.SyntaxKind.FalseKeyword]: () => 'true',
}

function changesOf(node: ts.Node): Change[] {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) return [negated(node.expression)]
  if (ts.isConditionalExpression(node)) return [negated(node.condition)]
  if (ts.isBinaryExpression(node)) return swapped(node.operatorToken)
  const constant = constants[node.kind]
  // A number that names a property is a name.
  if (constant && !(ts.isPropertyAssignment(node.parent) && node.parent.name === node))
    return [replaced('constant', node, constant(node.getText()))]
  if (ts.isAwaitExpression(node)) return [replaced('no await', node, node.expression.getText())]
  if (ts.isExpressionStatement(node)) return dropped(node)
  return isFunction(node) && givesNothing(node) ? early(node) : []
}

function isFunction(node: ts.Node): node is ts.FunctionLikeDeclaration {
  return ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isArrowFunction(node)
}

/** To leave a function early that gives something would break all of its callers, which shows little. */
function givesNothing({ type }: ts.FunctionLikeDeclaration): boolean {
  return type === undefined || /^(?:void|undefined|Promise<void>)$/.test(type.getText())
}

function negated(condition: ts.Expression): Change {
  return replaced('negation', condition, `!(${condition.getText()})`)
}

function swapped(operator: ts.BinaryOperatorToken): Change[] {
  const [kind, put] = swaps.get(operator.kind) ?? []
  return kind === undefined || put === undefined ? [] : [replaced(kind, operator, put)]
}

/** A call or an assignment that is not made. */
function dropped(node: ts.ExpressionStatement): Change[] {
  if (/^(?:await )?(?:[\w.]+\.)?logger\./.test(node.getText())) return []
  return [replaced('no statement', node, ';')]
}

function early({ body }: ts.FunctionLikeDeclaration): Change[] {
  if (!body || !ts.isBlock(body) || body.statements.length === 0) return []
  const start = body.getStart() + 1
  const around = functionAround(body)
  return [{ kind: 'early return', start, end: start, put: ' return undefined as never;', around, node: body }]
}

function replaced(kind: string, node: ts.Node, put: string): Change {
  return { kind, start: node.getStart(), end: node.getEnd(), put, around: functionAround(node), node }
}
