import { expect, test } from 'vitest'
import { callNames, calls, errorCatalogue, paths } from '../../contract/index.ts'
import { openApiDocument } from './openapi.ts'

interface Operation {
  operationId: string
  summary: string
  security?: object[]
  parameters: { name: string; in: string; required: boolean }[]
  requestBody?: object
  responses: Record<string, object>
}
const document = openApiDocument('1.2.3') as {
  openapi: string
  info: { version: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: { Error: { properties: { error: { properties: { code: { enum: string[] } } } } } } }
}

test('[HTTP10] every call is described under its path and method, with its summary', () => {
  for (const name of callNames) {
    const { method, path } = paths[name]
    const described = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    expect(described).toMatchObject({ operationId: name, summary: calls[name].summary })
    expect(Object.keys(described?.responses ?? {})).toEqual(['200', 'default'])
  }
  const all = Object.values(document.paths).flatMap((one) => Object.values(one))
  expect(all).toHaveLength(callNames.length)
  expect([document.openapi, document.info.version]).toEqual(['3.1.0', '1.2.3'])
})

test('[HTTP10] what stands in a path is required there; the rest is asked in the query of a GET, and sent in a body otherwise', () => {
  expect(document.paths['/api/events']?.['get']?.parameters).toContainEqual(
    expect.objectContaining({ name: 'after', in: 'query', required: false }),
  )
  expect(document.paths['/api/events']?.['get']).not.toHaveProperty('requestBody')
  const answer = document.paths['/api/asks/{ask}/answer']?.['post']
  expect(answer?.parameters).toMatchObject([{ name: 'ask', in: 'path', required: true }])
  expect(answer).toHaveProperty('requestBody')
  const dismiss = document.paths['/api/asks/{ask}/dismiss']?.['post']
  expect(dismiss).not.toHaveProperty('requestBody')
})

test('[HTTP10] a token is wanted for all but what anyone may call, and every error is named', () => {
  for (const described of Object.values(document.paths).flatMap((one) => Object.values(one))) {
    const name = callNames.find((one) => one === described.operationId)!
    expect([name, described.security !== undefined]).toEqual([name, calls[name].for !== 'anyone'])
  }
  const { code } = document.components.schemas.Error.properties.error.properties
  expect(code.enum).toEqual(Object.keys(errorCatalogue))
})
