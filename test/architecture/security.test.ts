import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** What a file of tests says, with the suites it runs. */
function citedIn(file: string): string {
  const suites = [...read(file).matchAll(/from '\.\/([\w-]+\.suite\.ts)'/g)].map(([, name = '']) => name)
  return [file, ...suites.map((name) => join(dirname(file), name))].map(read).join('')
}

test.each([
  ['docs/security.md', 25],
  ['docs/guides/prompt-injection.md', 20],
])('[ARC8] every line of a table in %s names a rule and a test that proves it', (page, least) => {
  const lines = read(page)
    .split('\n')
    .filter((line) => /^\| (?!-|can or cannot|what an injected text wants)/.test(line))
  const proofs = lines.map((line) => /\| ([A-Z]+\d+) +\| `([^`]+)` +\|$/.exec(line)?.slice(1) ?? [line])
  expect(proofs.filter(([rule = '', file]) => !file || !citedIn(file).includes(`[${rule}]`))).toEqual([])
  expect(lines.length).toBeGreaterThan(least)
})
