import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { looks, shots } from '../../scripts/screenshots/shots.ts'

const root = join(import.meta.dirname, '..', '..')

test('[PKG5] every picture is one that npm run screenshots makes, and every one it makes is shown', () => {
  const made = new Set(shots.flatMap(({ name }) => looks.map(({ suffix }) => `${name}${suffix}.png`)))
  const guides = readdirSync(join(root, 'docs', 'guides')).map((page) => join('docs', 'guides', page))
  const shown = ['README.md', ...guides].flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/images\/([\w-]+\.\w+)/g)].map(([, file]) => file),
  )
  expect(new Set(shown)).toEqual(made)
  expect(new Set(readdirSync(join(root, 'docs', 'images')))).toEqual(made)
})
