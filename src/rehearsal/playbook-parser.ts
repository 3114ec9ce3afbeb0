import { readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { isNode, LineCounter, parseDocument, type Document } from 'yaml'
import type { z } from 'zod'
import { IrisError } from '../contract/index.ts'
import { messageOf } from '../platform/lib/index.ts'
import { PlaybookText, type Playbook } from './playbook.ts'

const largestPlaybook = 1024 * 1024
const maxChain = 4

/** What is wrong in a playbook, and where. */
export interface Mistake {
  line: number
  key: string
  expected: string
}

type Path = readonly (string | number)[]
type RowOf = (path: Path) => number

/** Reads a playbook from a file, with those it extends. */
export function loadPlaybook(path: string): Promise<Playbook> {
  return load(normalize(path), [])
}

async function load(path: string, above: readonly string[]): Promise<Playbook> {
  const { base, ...own } = parse(await readText(path), path)
  if (base === undefined) return own
  const basePath = join(dirname(path), base.path)
  const chain = [...above, path]
  if (chain.length === maxChain || chain.includes(basePath)) {
    const expected = `expected at most ${maxChain} playbooks that extend each other, none of them twice`
    throw invalid(path, [{ line: base.row, key: 'extends', expected }])
  }
  const { lines } = await load(basePath, chain)
  return {
    name: own.name,
    lines: [...own.lines, ...lines].map((line, index) => ({ ...line, position: index + 1 })),
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw new IrisError('PLAYBOOK_UNREADABLE', `Cannot read the playbook ${path}: ${messageOf(cause)}`, {
      cause,
    })
  }
}

/** Reads a playbook from its text, which cannot extend another; throws PLAYBOOK_INVALID with every mistake. */
export function parsePlaybook(text: string, source = 'The playbook'): Playbook {
  const { base, ...own } = parse(text, source)
  if (base === undefined) return own
  const expected = 'expected no "extends" in a playbook that is not a file'
  throw invalid(source, [{ line: base.row, key: 'extends', expected }])
}

function parse(text: string, source: string): Playbook & { base?: { path: string; row: number } } {
  if (text.length > largestPlaybook) {
    throw invalid(source, [{ line: 1, key: '', expected: 'expected at most 1 MiB' }])
  }
  const { value, rowOf } = readYaml(text, source)
  const checked = PlaybookText.safeParse(value)
  if (!checked.success) throw invalid(source, checked.error.issues.map(issueToMistake(rowOf)))
  const { name, lines, extends: base } = checked.data
  return {
    name,
    lines: lines.map((line, index) => ({ ...line, position: index + 1, row: rowOf(['lines', index]) })),
    ...(base !== undefined && { base: { path: base, row: rowOf(['extends']) } }),
  }
}

function readYaml(text: string, source: string): { value: unknown; rowOf: RowOf } {
  const lines = new LineCounter()
  const mistakes: Mistake[] = []
  try {
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
    mistakes.push(...document.errors.map(toMistake(lines)))
    if (mistakes.length === 0) {
      return { value: document.toJS({ maxAliasCount: 100 }), rowOf: (path) => rowIn(document, lines, path) }
    }
  } catch (error) {
    // Aliases that name nothing or unfold without end, and nesting too deep for the parser.
    mistakes.push({ line: 1, key: '', expected: `expected readable YAML: ${messageOf(error)}` })
  }
  throw invalid(source, mistakes)
}

function toMistake(lines: LineCounter): (error: { message: string; pos: [number, number] }) => Mistake {
  return (error) => ({
    line: lines.linePos(error.pos[0]).line || 1,
    key: '',
    expected: `expected readable YAML: ${error.message}`,
  })
}

function issueToMistake(rowOf: RowOf): (issue: z.core.$ZodIssue) => Mistake {
  return (issue) => {
    const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)))
    const named = issue.code === 'unrecognized_keys' ? [...path, issue.keys[0] ?? ''] : path
    return {
      line: rowOf(named),
      key: written(named),
      expected:
        issue.code === 'unrecognized_keys'
          ? `expected no ${issue.keys.map((key) => `"${key}"`).join(', ')} here`
          : issue.message.replace(/^(Invalid input|Invalid option|Too small|Too big): /, ''),
    }
  }
}

/** The row of the deepest node of the path that the document has. */
function rowIn(document: Document, lines: LineCounter, path: Path): number {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const node = document.getIn(path.slice(0, depth), true)
    const start = isNode(node) ? node.range?.[0] : undefined
    if (start !== undefined) return lines.linePos(start).line
  }
  return 1
}

/** A path as people write it: `lines[0].when.says`. */
function written(path: Path): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '')
}

function invalid(source: string, mistakes: readonly Mistake[]): IrisError {
  const count = mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`
  const list = mistakes.map(({ line, key, expected }) => `  line ${line}${key && `, ${key}`}: ${expected}`)
  return new IrisError('PLAYBOOK_INVALID', `${source} has ${count}:\n${list.join('\n')}`, {
    details: { mistakes },
  })
}
