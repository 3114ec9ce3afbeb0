import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createWrittenAnswer } from './written-answer.ts'

function written(act: (answer: ReturnType<typeof createWrittenAnswer>) => void): string {
  let out = ''
  act(createWrittenAnswer((text) => (out += text)))
  return out
}

test('[IRI29] in a terminal an answer is written as it comes, and each word of it once', () => {
  const pieces = fc.array(fc.string({ minLength: 1 }), { minLength: 1 })
  fc.assert(
    fc.property(pieces, fc.nat(), (texts, heard) => {
      const whole = texts.join('')
      const out = written((answer) => {
        let at = 0
        for (const text of texts.slice(0, heard)) {
          answer.add({ at, text })
          at += text.length
        }
        answer.finish(whole)
      })
      expect(out).toBe(whole.endsWith('\n') ? whole : `${whole}\n`)
    }),
  )
})

test('[IRI29] where a piece is missing, or the model said something else before, the whole answer follows', () => {
  expect(
    written((answer) => {
      answer.add({ at: 0, text: 'Let me ' })
      answer.add({ at: 12, text: 'look.' })
      answer.add({ at: 0, text: 'All ' })
      answer.breakLine()
      answer.add({ at: 9, text: 'quiet' })
      answer.finish('All is quiet.')
    }),
  ).toBe('Let me \nAll \nis quiet.\n')
  expect(
    written((answer) => {
      answer.add({ at: 0, text: 'Hm.' })
      answer.finish('Yes.')
    }),
  ).toBe('Hm.\nYes.\n')
})
