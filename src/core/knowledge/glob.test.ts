import fc from 'fast-check'
import { expect, test } from 'vitest'
import { workMs } from '../../platform/lib/work-time.suite.ts'
import { readGlob as read, readPath } from './glob.ts'

const readGlob = (source: string) => {
  const glob = read(source)
  return { matches: (path: string) => glob.matches(readPath(path)) }
}

test.each([
  ['*.sql', ['a.sql', 'db/migrations/001.sql'], ['a.sql.bak', 'sql']],
  [
    'server/routes/*',
    ['server/routes/a.ts'],
    ['server/routes', 'server/routes/x/a.ts', 'x/server/routes/a.ts'],
  ],
  ['src/**/*.ts', ['src/a.ts', 'src/a/b/c.ts'], ['src.ts', 'lib/src/a.ts', 'src/a.tsx']],
  ['src/', ['src/a', 'src/b/c'], ['src', 'lib/src/a']],
  ['**/test/**', ['test/a', 'a/test/b/c'], ['a/test', 'tests/a']],
  ['src/*.{ts,tsx}', ['src/a.ts', 'src/a.tsx'], ['src/a.js', 'src/.tsx/a']],
  ['app/[id]/page.tsx', ['app/[id]/page.tsx'], ['app/i/page.tsx']],
  ['a?c', ['abc', 'x/a-c'], ['ac', 'a/c']],
  ['./src/a.ts', ['src/a.ts', './src/a.ts'], ['a.ts']],
  ['**', ['a', 'a/b'], []],
  ['a*b*c', ['abc', 'axxbyyc', 'abbcc'], ['acb', 'ab']],
  ['a/**/b/**/c', ['a/b/c', 'a/x/b/y/b/c'], ['a/c', 'a/b']],
])('[LSN14] %s', (glob, matching, other) => {
  const known = readGlob(glob)
  expect(matching.filter((path) => !known.matches(path))).toEqual([])
  expect(other.filter((path) => known.matches(path))).toEqual([])
})

test.each([
  '/etc/*',
  '../*',
  'a/../b',
  'a\u0000',
  'a{b',
  'a}b',
  '{a,{b,c}}',
  '{a,b}'.repeat(5),
  'x'.repeat(201),
])('[LSN14] %j is no glob', (glob) => {
  expect(() => readGlob(glob)).toThrow(expect.objectContaining({ code: 'LESSON_GLOB_INVALID' }))
})

test('[LSN17] every path that a glob matches has one of its keys, and few others have', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '.'), minLength: 1, maxLength: 7 })
  const part = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '.', '*', '?'), minLength: 1, maxLength: 7 })
  fc.assert(
    fc.property(part, name, fc.boolean(), (last, file, isDeep) => {
      fc.pre(last !== '**' && !['.', '..'].includes(last) && !['.', '..'].includes(file))
      const glob = read(isDeep ? `x/**/${last}` : last)
      const path = readPath(`x/${file}`)
      if (glob.matches(path)) expect(path.keys.some((key) => glob.keys.includes(key))).toBe(true)
    }),
    { numRuns: 3000 },
  )
  const near = (glob: string, path: string) =>
    readPath(path).keys.some((key) => read(glob).keys.includes(key))
  expect(near('**/*file20*.ts', 'src/file2034.ts')).toBe(true)
  expect(near('**/*file20*.ts', 'src/file1034.ts')).toBe(false)
  expect(near('src/**/use*.ts', 'src/a/cart.ts')).toBe(false)
  expect(near('*33.ts', 'src/file34.ts')).toBe(false)
})

/** What a glob means, said by trying every way to match it. */
function matchesByTrying(glob: string, path: string): boolean {
  if (glob === '') return path === ''
  const [first = '', rest] = [glob[0], glob.slice(1)]
  if (first === '*')
    return (
      matchesByTrying(rest, path) || (path !== '' && path[0] !== '/' && matchesByTrying(glob, path.slice(1)))
    )
  if (path === '' || (first === '?' ? path[0] === '/' : path[0] !== first)) return false
  return matchesByTrying(rest, path.slice(1))
}

const short = (letters: string, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...letters.split('')), maxLength })

test('[LSN14] stars and question marks mean what trying every way finds', () => {
  fc.assert(
    fc.property(short('ab*?/', 8), short('ab/', 8), (tail, path) => {
      fc.pre(!tail.includes('**') && !tail.endsWith('/') && !path.startsWith('./'))
      const glob = `a/${tail}b`
      expect(readGlob(glob).matches(path)).toBe(matchesByTrying(glob, path))
    }),
    { numRuns: 3000 },
  )
})

test('[LSN14] two stars stand for any folders, or none', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'b', '**'), { minLength: 1, maxLength: 5 }),
      fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 6 }),
      (names, path) => {
        const glob = ['x', ...names].join('/')
        const meaning = new RegExp(
          `^x${names.map((name, n) => (name === '**' ? (n === names.length - 1 ? '(?:/[ab])+' : '(?:/[ab])*') : `/${name}`)).join('')}$`,
        )
        expect(readGlob(glob).matches(['x', ...path].join('/'))).toBe(meaning.test(['x', ...path].join('/')))
      },
    ),
    { numRuns: 2000 },
  )
})

/** The least work of several times, in ms. */
function timeOf(glob: string, path: string): number {
  const { matches } = readGlob(glob)
  return Math.min(...Array.from({ length: 9 }, () => workMs(() => matches(path))))
}

test.each([
  '*a*a*a*a*a*a*a*a*a*b',
  `${'*a'.repeat(90)}*b`,
  '**/a*a*a/**/a*a*a/**/b',
  `${'a*'.repeat(60)}?b`,
  `**/${'a/'.repeat(90)}b`,
])('[LSN16] the work for %s grows as the path does', (glob) => {
  for (const unit of ['a', 'a/', 'aa/']) {
    const [short, long] = [2 ** 14, 2 ** 17].map((size) => timeOf(glob, unit.repeat(size / unit.length)))
    // Eight times as long: in the square of it that would be 64 times the work, and by trying every way for ever.
    expect((long ?? 0) / Math.max(short ?? 0, 0.05)).toBeLessThan(24)
  }
})
