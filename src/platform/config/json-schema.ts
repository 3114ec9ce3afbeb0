import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Path } from './path.ts'
import { userConfig } from './sections/config.ts'

/** A part of the JSON Schema of config.yaml. */
export type JsonSchema = z.core.JSONSchema.BaseSchema

const reference = { type: 'string', pattern: '\\$\\{' } as const

// Deriving it takes milliseconds, and the dashboard has config.yaml checked while it is typed.
const derived = new WeakMap<typeof userConfig, JsonSchema>()

/** The JSON Schema of config.yaml as the sections define it, before variables and empty values. */
export function plainJsonSchema(): JsonSchema {
  const schema = derived.get(userConfig) ?? derive()
  derived.set(userConfig, schema)
  return schema
}

function derive(): JsonSchema {
  return z.toJSONSchema(userConfig, {
    io: 'input',
    override({ zodSchema, jsonSchema }) {
      // zod drops the examples of keys it transforms, as it cannot know that ours show what users write.
      const examples = z.globalRegistry.get(zodSchema)?.['examples']
      if (Array.isArray(examples)) jsonSchema.examples = examples
    },
  })
}

/** The JSON Schema of config.yaml for editors: also allows `${NAME}` and empty values where Iris does. */
export function configJsonSchema(): JsonSchema {
  return { title: 'Iris config.yaml', ...loosen(plainJsonSchema()) }
}

/** The part of the schema that describes `path`, or undefined when there is none. */
export function schemaAt(schema: JsonSchema, path: Path): JsonSchema | undefined {
  let current: JsonSchema | undefined = schema
  for (const step of path) current = current && stepInto(current, step)
  return current
}

function stepInto(schema: JsonSchema, step: string | number): JsonSchema | undefined {
  if (typeof step === 'number') return asSchema(schema.items)
  const properties = schema.properties ?? {}
  return asSchema(Object.hasOwn(properties, step) ? properties[step] : schema.additionalProperties)
}

function asSchema(value: JsonSchema['items']): JsonSchema | undefined {
  return typeof value === 'object' && !Array.isArray(value) ? value : undefined
}

function loosen(schema: JsonSchema): JsonSchema {
  if (schema.type === 'object') return loosenMapping(schema)
  if (schema.type === 'array') return { ...schema, items: loosen(asSchema(schema.items) ?? {}) }
  return isAnyText(schema) ? schema : allowing(schema, reference)
}

function isAnyText({ type, pattern, format, enum: choices }: JsonSchema): boolean {
  return type === 'string' && pattern === undefined && format === undefined && choices === undefined
}

function loosenMapping(schema: JsonSchema): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([key, value]) => {
    const child = loosen(asSchema(value) ?? {})
    return [key, schema.required?.includes(key) ? child : allowing(child, { type: 'null' })]
  })
  const extra = asSchema(schema.additionalProperties)
  return {
    ...schema,
    ...(schema.properties ? { properties: Object.fromEntries(properties) } : {}),
    ...(extra ? { additionalProperties: loosen(extra) } : {}),
  }
}

/** The same schema with an alternative; what it says about itself stays on the outside, where editors look. */
function allowing(schema: JsonSchema, alternative: JsonSchema): JsonSchema {
  const { description, default: fallback, examples, ...inside } = schema
  const isUnion = inside.anyOf !== undefined && Object.keys(inside).length === 1
  const choices = isUnion ? (inside.anyOf ?? []) : [inside]
  const isThere = choices.some((choice) => isDeepStrictEqual(choice, alternative))
  return {
    ...(description === undefined ? {} : { description }),
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(examples === undefined ? {} : { examples }),
    anyOf: isThere ? choices : [...choices, alternative],
  }
}
