import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainLine } from './index.ts'

test.each([
  ['The login is in `src/auth.ts`, **not** in *main*.', 'The login is in src/auth.ts, not in main.'],
  ['## Summary\n\n- **Store**: `a_b` added\n- tests pass\n', 'Summary Store: a_b added · tests pass'],
  ['Two steps:\n1. build\n2. ship', 'Two steps: 1. build 2. ship'],
  ['**`npm test`** is green', 'npm test is green'],
  ['See [the guide](https://a.example/x).\n\n---\n```sh\nls\n```', 'See the guide. ls'],
  ['| a | b |\n|---|---|\n| 1 | 2 |', 'a · b · 1 · 2'],
  ['- [x] built\n- [ ] ~~shipped~~ **not *yet***', 'built · shipped not yet'],
  ['> See [auth.ts](src/auth.ts:12) and ![a plot](https://a.example/p.png)', 'See auth.ts and a plot'],
  ['`a || b` and `**kwargs`', 'a || b and **kwargs'],
  ['It was cut in **the mid', 'It was cut in the mid'],
  ['It was cut in `src/au', 'It was cut in src/au'],
  ['2 ** 3, snake_case_name and 5 * 4 stay', '2 ** 3, snake_case_name and 5 * 4 stay'],
])('[DSH9] %s as plain words', (source, plain) => {
  expect(plainLine(source, 100)).toBe(plain)
})

test('[DSH9] any text becomes one line of bounded length', () => {
  const marks = fc.constantFrom('`', '```', '**', '*', '_', '|', '- ', '# ', '> ', '\n', '[', '](https://')
  const source = fc.array(fc.oneof(marks, fc.string()), { maxLength: 60 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(source, (text) => {
      const line = plainLine(text, 80)
      expect(line.length).toBeLessThanOrEqual(80)
      expect(line).not.toMatch(/\n/)
    }),
  )
  expect(plainLine('**a '.repeat(100_000), 80).length).toBeLessThanOrEqual(80)
})
