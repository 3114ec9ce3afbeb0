import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { equivalent } from '../mutations/equivalent.ts'
import { listed } from '../mutations/listed.ts'
import { mutated } from '../mutations/mutation.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const rulesIn = (page: string) =>
  [...read(`docs/spec/${page}.md`).matchAll(/^- \*\*([A-Z]+\d+)\*\*/gm)].map(([, rule = '']) => rule)

test('[ARC7] every listed mutation still finds its place, exactly once', () => {
  for (const mutation of listed) expect(mutated(read(mutation.file), mutation)).not.toBe(read(mutation.file))
})

test('[ARC7] the tests that must notice a mutation cite the rule that it breaks', () => {
  const silent = listed.filter(({ rule, test }) => !citedIn(test).includes(`[${rule}]`))
  expect(silent.map(({ rule, test }) => `${rule} in ${test}`)).toEqual([])
})

/** What a file of tests says, with the suites it runs. */
function citedIn(file: string): string {
  const suites = [...read(file).matchAll(/from '\.\/([\w-]+\.suite\.ts)'/g)].map(([, name = '']) => name)
  return [file, ...suites.map((name) => join(dirname(file), name))].map(read).join('')
}

test('[ARC7] every rule of auth, receipts, asks and the log has a mutation', () => {
  const letIn = rulesIn('dashboard').filter((rule) => /^DSH[1-4]$/.test(rule))
  const rules = [...['http', 'mcp', 'teams', 'inbox', 'log'].flatMap(rulesIn), ...letIn]
  const broken = new Set(listed.map(({ rule }) => rule))
  expect(rules.filter((rule) => !broken.has(rule))).toEqual([])
  expect(listed.length).toBeGreaterThanOrEqual(120)
})

test('[ARC7] every equivalent mutation is of a line that is still there', () => {
  const gone = equivalent.filter(({ file, was }) => !read(file).includes(was))
  expect(gone).toEqual([])
})
