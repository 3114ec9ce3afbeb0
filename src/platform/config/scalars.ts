import { isScalar, type Document, type Scalar } from 'yaml'
import type { Variables } from './environment.ts'
import { hasReferences, interpolate, type Fault } from './interpolation.ts'

/** What a scalar means: its value, and what is written there when variables stand in it. */
export type ScalarMeaning = { value: unknown; written?: string } | { fault: Fault; written: string }

/** Fills in variables. Unquoted text is then read by YAML's rules again, so a number stays a number. */
export function readScalar(node: Scalar, document: Document.Parsed, variables: Variables): ScalarMeaning {
  const isPlain = node.type === 'PLAIN' && node.tag === undefined
  const written = isPlain ? (node.source ?? '') : node.value
  if (typeof written !== 'string' || !hasReferences(written)) return { value: node.value }
  const result = interpolate(written, variables)
  if (!('text' in result)) return { fault: result, written }
  return { value: isPlain ? resolvePlain(document, result.text) : result.text, written }
}

/** The value YAML gives to unquoted text: a number, true or false, null, or the text itself. */
function resolvePlain(document: Document.Parsed, text: string): unknown {
  const ignore = () => undefined
  for (const tag of document.schema.tags) {
    if (tag.default !== true || tag.collection !== undefined || !tag.test?.test(text)) continue
    const resolved = tag.resolve(text, ignore, document.options)
    return isScalar(resolved) ? resolved.value : resolved
  }
  return text
}
