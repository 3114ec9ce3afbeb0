import { expect, test } from 'vitest'
import fc from 'fast-check'
import { removeMember, setMember } from './json-text.ts'

const place = ['mcpServers', 'iris'] as const
const entry = { type: 'stdio', command: 'iris', args: ['mcp'], env: { 'a"}': ']{' } }
const settings = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 5 })
const indent = fc.constantFrom(undefined, '  ', '    ', '\t')
const servers = fc.dictionary(
  fc.string().filter((key) => key !== 'iris'),
  fc.jsonValue(),
  { maxKeys: 3 },
)

const parse = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>

test('[INS3] the entry is set, everything else stays, and a second time changes nothing', () => {
  fc.assert(
    fc.property(settings, fc.option(servers), indent, (rest, listed, indent) => {
      const before = { ...rest, ...(listed ? { mcpServers: listed } : {}) }
      if (!listed) delete before['mcpServers']
      const text = JSON.stringify(before, undefined, indent)
      const after = setMember(text, place, entry)
      // JSON has no -0, so what is listed is compared as JSON says it.
      const others = parse(JSON.stringify(listed ?? {}))
      expect(parse(after)).toEqual({ ...parse(text), mcpServers: { ...others, iris: entry } })
      expect(setMember(after, place, entry)).toBe(after)
    }),
    { examples: [[{}, { a: [-0] }, undefined]] },
  )
})

test('[INS3] what was put in can be taken out again to the letter', () => {
  fc.assert(
    fc.property(settings, servers, indent, (rest, listed, indent) => {
      const text = JSON.stringify({ ...rest, mcpServers: listed }, undefined, indent)
      expect(removeMember(setMember(text, place, entry), place)).toBe(text)
    }),
  )
})

test('[INS3] an entry is replaced or taken out wherever it stands', () => {
  fc.assert(
    fc.property(servers, servers, indent, (before, after, indent) => {
      const listed = { ...before, iris: { old: [1, 'two', null] }, ...after }
      const text = JSON.stringify({ first: 1, mcpServers: listed, last: true }, undefined, indent)
      const { iris: _, ...others } = parse(JSON.stringify(listed))
      expect(parse(removeMember(text, place))).toEqual({ first: 1, mcpServers: others, last: true })
      expect(parse(setMember(text, place, entry))['mcpServers']).toEqual({ ...others, iris: entry })
    }),
  )
})

test('[INS3] numbers that JavaScript cannot hold, odd spacing and repeated keys stay as they are', () => {
  const text = '{ "big":12345678901234567890,"x" : [ 1,2 ] ,\n "mcpServers": {\n   "a": {} } }\n'
  const after = setMember(text, place, entry)
  expect(after).toContain('"big":12345678901234567890,"x" : [ 1,2 ] ,')
  expect(removeMember(after, place)).toBe(text)
})
