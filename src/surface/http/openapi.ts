import { z } from 'zod'
import { callNames, calls, errorCatalogue, paths, type CallName } from '../../contract/index.ts'

/** The OpenAPI 3.1 description, made from the declarations that serve the calls. */
export function openApiDocument(version: string): object {
  const operations: Record<string, Record<string, object>> = {}
  for (const name of callNames) {
    const path = paths[name].path.replaceAll(/:(\w+)/g, '{$1}')
    operations[path] = { ...operations[path], [paths[name].method.toLowerCase()]: operation(name) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Iris', version, description: 'Runs teams of coding agents on your machine.' },
    paths: operations,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: errorSchema() },
    },
  }
}

function operation(name: CallName): object {
  const { summary, input, output, for: allowed } = calls[name]
  const { method, path } = paths[name]
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, key]) => key)
  const schema = schemaOf(input, 'input')
  const properties = Object.entries(schema.properties ?? {})
  const parameters = properties
    .filter(([key]) => method === 'GET' || inPath.includes(key))
    .map(([key, value]) => ({
      name: key,
      in: inPath.includes(key) ? 'path' : 'query',
      required: inPath.includes(key),
      schema: value,
    }))
  const inBody = method !== 'GET' && properties.some(([key]) => !inPath.includes(key))
  return {
    operationId: name,
    summary,
    ...(allowed === 'anyone' ? {} : { security: [{ token: [] }] }),
    parameters,
    ...(inBody ? { requestBody: { content: { 'application/json': { schema } } } } : {}),
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: schemaOf(output, 'output') } } },
      default: {
        description: 'Refused or failed',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): z.core.JSONSchema.JSONSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' })
}

function errorSchema(): object {
  const error = {
    type: 'object',
    properties: {
      code: { type: 'string', enum: Object.keys(errorCatalogue) },
      message: { type: 'string' },
      advice: { type: 'string' },
      details: { type: 'object' },
    },
    required: ['code', 'message', 'advice'],
  }
  return { type: 'object', properties: { error }, required: ['error'] }
}
