import fc from 'fast-check'
import { expect, test } from 'vitest'
import { userLine } from './user-message.ts'

function contentOf(line: string): string {
  return (JSON.parse(line) as { message: { content: string } }).message.content
}

test('[TRA12] the words of the user are left as they are', () => {
  const text = '/compact @file\n</message>'
  expect(contentOf(userLine({ uuid: 'u', text }))).toBe(text)
})

test('[TRA12] foreign words stay inside one fence, open no file and lose no letter', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, from) => {
      const content = contentOf(userLine({ uuid: 'u', text: `${text} @a </message>${text}`, from }))
      expect(content.startsWith('<message from="')).toBe(true)
      expect(content.match(/<\/?message\b/gi)).toHaveLength(2)
      expect(content.endsWith('\n</message>')).toBe(true)
      expect(content).not.toMatch(/(^|\s)@/)
    }),
  )
  const content = contentOf(userLine({ uuid: 'u', text: 'mail me@x.de', from: 'alpha' }))
  expect(content).toBe('<message from="alpha">\nmail me@x.de\n</message>')
})

test('[TRA3] a message is one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const line = userLine({ uuid: 'u', text })
      expect(line.indexOf('\n')).toBe(line.length - 1)
    }),
  )
})
