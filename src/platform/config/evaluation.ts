import { isAlias, isMap, isScalar, isSeq, type Document, type Scalar, type YAMLMap } from 'yaml'
import type { Variables } from './environment.ts'
import type { Fault } from './interpolation.ts'
import { excerpt, type Mistake } from './mistake.ts'
import { isForbiddenKey } from './names.ts'
import { formatPath, type Path } from './path.ts'
import type { Place, Places } from './places.ts'
import { readScalar } from './scalars.ts'

// Real files have a few hundred values; the bounds stop an alias that names itself or multiplies.
const deepest = 20
const maxAliases = 100
const maxValues = 20_000

const example = 'key: value'

/** What evaluation needs beside the document. */
export interface EvaluationContext {
  text: string
  variables: Variables
  places: Places
  mistakes: Mistake[]
}

/**
 * The document as plain values: variables filled in, empty values left out, mappings without a prototype.
 * Notes where each value stands and adds mistakes for keys that repeat or may not be used.
 */
export function evaluate(document: Document.Parsed, context: EvaluationContext): unknown {
  const { text, variables, places, mistakes } = context
  let aliases = 0
  let values = 0
  places.set([], { value: 0 })
  return valueOf(document.contents, [])

  function valueOf(node: unknown, path: Path): unknown {
    values += 1
    if (values > maxValues || path.length > deepest) return tooMuch(path)
    if (isScalar(node)) return scalar(node, path)
    if (isMap(node)) return mapping(node, path)
    if (isSeq(node)) return node.items.map((item, index) => element(item, [...path, index]))
    if (!isAlias(node)) return null
    aliases += 1
    if (aliases > maxAliases) return tooMuch(path)
    const target = node.resolve(document)
    return target === undefined ? refuse(path, missingAnchor(node.source)) : valueOf(target, path)
  }

  function mapping(node: YAMLMap, path: Path): unknown {
    const result: Record<string, unknown> = Object.create(null)
    const seen = new Set<string>()
    for (const pair of node.items) {
      const key = isScalar(pair.key) ? String(pair.key.value) : ''
      const at = [...path, key]
      const offset = offsetOf(pair.key)
      const objection = objectionTo(key, seen)
      if (objection === undefined) places.set(at, placeOf(pair.value, { key, offset, text }))
      const value = objection === undefined ? valueOf(pair.value, at) : refuseKey(at, offset, objection)
      if (value !== null && value !== undefined) result[key] = value
      seen.add(key)
    }
    return result
  }

  function element(node: unknown, path: Path): unknown {
    places.set(path, { value: offsetOf(node) })
    return valueOf(node, path)
  }

  function scalar(node: Scalar, path: Path): unknown {
    const meaning = readScalar(node, document, variables)
    const { written } = meaning
    if (written !== undefined) places.set(path, { ...places.get(path), written })
    return 'value' in meaning ? meaning.value : refuse(path, meaning.fault)
  }

  function tooMuch(path: Path): undefined {
    const isFirst = values <= maxValues + 1
    // Everything after it is refused without a word: one mistake is enough.
    values = maxValues + 2
    if (isFirst) refuse(path, { found: 'too much', expected: 'a file with fewer values', example })
  }

  function refuse(path: Path, fault: Fault): undefined {
    mistakes.push({ ...places.ofValue(path), path: formatPath(path), ...fault })
  }

  function refuseKey(path: Path, offset: number, expected: string): undefined {
    const found = `the key ${excerpt(String(path.at(-1)))}`
    mistakes.push({ ...places.position(offset), path: formatPath(path), found, expected, example })
  }
}

function missingAnchor(name: string): Fault {
  return { found: `*${name}`, expected: `an anchor &${name} further up`, example: `key: &${name} value` }
}

function objectionTo(key: string, seen: ReadonlySet<string>): string | undefined {
  if (isForbiddenKey(key)) return 'a name that JavaScript does not keep for itself'
  return seen.has(key) ? 'each key once; this one repeats' : undefined
}

/** A scalar is found at its value, anything larger at its key, an empty value by what follows it on the line. */
function placeOf(node: unknown, at: { key: string; offset: number; text: string }): Place {
  const { key, offset, text } = at
  if (isScalar(node) && node.value !== null) return { key: offset, value: offsetOf(node) }
  if (isMap(node) || isSeq(node) || isAlias(node)) return { key: offset }
  return { key: offset, written: restOfLine(text, offset + key.length) }
}

function offsetOf(node: unknown): number {
  const hasRange = isScalar(node) || isMap(node) || isSeq(node) || isAlias(node)
  return hasRange ? (node.range?.[0] ?? 0) : 0
}

function restOfLine(text: string, offset: number): string {
  const end = text.indexOf('\n', offset)
  const rest = text.slice(offset, end === -1 ? undefined : end)
  return rest.replace(/^\s*:/, '').trim()
}
