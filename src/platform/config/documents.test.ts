import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { schemaFile, tableRows, withReference } from '../../../scripts/config-reference.ts'
import { readEnvironment } from './environment.ts'
import { exampleConfig } from './example.ts'
import { configJsonSchema, plainJsonSchema, schemaAt, type JsonSchema } from './json-schema.ts'
import { parseConfig } from './loading.ts'

const docs = new URL('../../../docs/', import.meta.url)
const guide = readFileSync(new URL('guides/config.md', docs), 'utf8')
const environment = readEnvironment({ HOME: '/home/u', GITHUB_TOKEN: 'x' })

test('[CFG27] docs/config.schema.json is what the code says (else: npm run config:schema)', () => {
  expect(readFileSync(new URL('config.schema.json', docs), 'utf8')).toBe(schemaFile())
})

test('[CFG27] the table of keys in the guide is what the code says (else: npm run config:schema)', () => {
  expect(tableRows(guide)).toEqual(tableRows(withReference(guide)))
  expect(tableRows(guide).length).toBeGreaterThan(50)
})

test('[CFG27] the examples in the guide are valid', () => {
  const blocks = [...guide.matchAll(/```yaml\n(.*?)```/gs)].map(([, text]) => text ?? '')
  expect(blocks.length).toBe(2)
  for (const block of blocks) expect(parseConfig(block, environment).teams.size).toBeGreaterThan(0)
})

test('[CFG27] editors accept variables and empty values where Iris does', () => {
  const port = schemaAt(configJsonSchema(), ['settings'])?.anyOf?.[0]
  expect(JSON.stringify(port)).toContain(
    '"maximum":65535},{"type":"string","pattern":"\\\\$\\\\{"},{"type":"null"}',
  )
})

test('[CFG28] the file for a new user is valid, and so are its commented examples', () => {
  const text = exampleConfig()
  expect(text.split('\n')[0]).toBe('# yaml-language-server: $schema=./config.schema.json')
  expect(parseConfig(text, environment).teams.size).toBe(0)
  const examples = text.replaceAll(/^( *)# ( *(?:- |[a-zA-Z_]+:).*)$/gm, '$1$2').replace(/^A team is.*$/m, '')
  const config = parseConfig(examples.replace(/^yaml-language-server.*$/m, ''), environment)
  expect([...config.teams.keys()]).toEqual(['alpha', 'beta'])
  expect(config.settings.logLevel).toBe('debug')
})

test('[CFG8] every key has a description, and a default or an example', () => {
  const bare: string[] = []
  visit(plainJsonSchema(), '')
  expect(bare).toEqual([])

  function visit(schema: JsonSchema, path: string): void {
    const extra = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {}
    const children = { ...schema.properties, ...extra.properties }
    for (const [key, child] of Object.entries(children)) {
      if (typeof child === 'boolean') continue
      const hasExample = child.default !== undefined && child.default !== null
      if (!child.description || !(hasExample || child.examples)) bare.push(`${path}.${key}`)
      visit(child, `${path}.${key}`)
    }
  }
})

test('[CFG8] every example and default passes its own schema', () => {
  const keys: string[] = []
  visit(plainJsonSchema(), [], [])
  expect(keys.length).toBeGreaterThan(50)

  /** `around` are the examples of the sections it stands in, whose other keys it may need. */
  function visit(schema: JsonSchema, path: string[], around: [string[], unknown][]): void {
    const extra = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {}
    if (extra.properties) visit(extra, [...path, 'a'], around)
    for (const [key, child] of Object.entries(schema.properties ?? {})) {
      if (typeof child === 'boolean') continue
      const at = [...path, key]
      for (const value of [...(child.examples ?? []), child.default ?? null]) check(at, value, around)
      const [example] = child.examples ?? []
      visit(child, at, example === undefined || extra.properties ? around : [...around, [at, example]])
    }
  }

  function check(path: string[], value: unknown, around: [string[], unknown][]): void {
    keys.push(path.join('.'))
    if (value === null) return
    const document = parseDocument('teams: { a: { path: /a }, alpha: { path: /a }, beta: { path: /b } }')
    for (const [at, example] of path[0] === 'teams' ? [] : around)
      document.setIn(at, document.createNode(example))
    document.setIn(path, document.createNode(value))
    expect(() => parseConfig(document.toString(), environment), path.join('.')).not.toThrow()
  }
})
