import { stringify } from 'yaml'
import { schemaAt, type JsonSchema } from './json-schema.ts'
import type { Path } from './path.ts'
import { nearest } from './nearness.ts'

/** What the schema wants at a place, in words, from its JSON Schema. */
export function describeExpectation(schema: JsonSchema): string {
  if (schema.title !== undefined) return schema.title
  if (schema.anyOf) return schema.anyOf.map(describeExpectation).join(' or ')
  if (schema.enum) return `one of ${schema.enum.join(', ')}`
  return typeof schema.type === 'string'
    ? `${typeWords[schema.type]}${describeRange(schema)}`
    : 'another value'
}

const typeWords = {
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping of keys and values',
  null: 'nothing',
  string: 'text',
} as const

function describeRange({ minimum, maximum }: JsonSchema): string {
  return minimum === undefined || maximum === undefined ? '' : ` from ${minimum} to ${maximum}`
}

/** A correct way to write the value at `path`, as a line of YAML. */
export function exampleAt(schema: JsonSchema, path: Path): string {
  const value = exampleValue(schemaAt(schema, path) ?? {})
  const step = path.at(-1)
  const line = typeof step === 'string' ? { [step]: value } : step === undefined ? value : [value]
  return stringify(line, { lineWidth: 0, flowCollectionPadding: false }).trimEnd()
}

function exampleValue(schema: JsonSchema): unknown {
  if (schema.examples?.length) return schema.examples[0]
  if (schema.default !== undefined && schema.default !== null) return schema.default
  return schema.enum?.[0] ?? 'value'
}

/** What an unknown key probably meant: a near key beside it, or the same key elsewhere. */
export function guessKey(schema: JsonSchema, path: Path): { hint?: string; example: string } {
  const parent = path.slice(0, -1)
  const key = String(path.at(-1))
  const near = nearest(key, knownKeys(schema, parent))
  if (near !== undefined) {
    return { hint: `did you mean ${near}?`, example: exampleAt(schema, [...parent, near]) }
  }
  const elsewhere = findKey(schema, key)
  if (!elsewhere) return { example: exampleAt(schema, [...parent, knownKeys(schema, parent)[0] ?? 'key']) }
  const [section, ...rest] = elsewhere.path
  const line = exampleAt(schema, elsewhere.path)
  const example = rest.length === 1 ? `${section}:\n  ${line}` : line
  return { hint: `${key} belongs in ${elsewhere.place}`, example }
}

/** The keys a mapping at `path` may have; empty when it may have any. */
export function knownKeys(schema: JsonSchema, path: Path): string[] {
  return Object.keys(schemaAt(schema, path)?.properties ?? {})
}

function findKey(schema: JsonSchema, key: string): { place: string; path: Path } | undefined {
  if (Object.hasOwn(schema.properties ?? {}, key)) return { place: 'the top level', path: [key] }
  const section = knownKeys(schema, []).find((name) => knownKeys(schema, [name]).includes(key))
  if (section !== undefined) return { place: section, path: [section, key] }
  const isTeamKey = knownKeys(schema, ['teams', 'name']).includes(key)
  return isTeamKey ? { place: 'a team, under teams', path: ['teams', 'name', key] } : undefined
}
