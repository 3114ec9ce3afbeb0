import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..', '..', 'src', 'surface', 'dashboard')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
const textOf = (ending: string) =>
  files
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')

test('[DSH67] what the dashboard reads is named by a page, so that events make it old', () => {
  const readings = [...textOf('.ts').matchAll(/const (\w+) = reading\(/g)].map(([, name = '']) => name)
  const named = [...textOf('page.ts').matchAll(/reads: \[([^\]]*)\]/g)].flatMap(
    ([, names = '']) => names.match(/\w+/g) ?? [],
  )
  expect(readings.length).toBeGreaterThan(10)
  expect(readings.filter((name) => !named.includes(name))).toEqual([])
})
