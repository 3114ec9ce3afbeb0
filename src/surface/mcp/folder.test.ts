import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { teamAt } from './folder.ts'

const teams = [
  { name: 'outer', path: '/code/app' },
  { name: 'inner', path: '/code/app/web' },
  { name: 'slash', path: '/other/' },
]

test.each([
  ['/code/app', 'outer'],
  ['/code/app/server/src', 'outer'],
  ['/code/app/web/pages', 'inner'],
  ['/code/app/website', 'outer'],
  ['/code/application', undefined],
  ['/other/x', 'slash'],
  ['/', undefined],
])('[MCP4] a person in %s is %s', (cwd, name) => {
  expect(teamAt(teams, cwd)?.name).toBe(name)
})

test('[MCP4] a folder reached by a link is the folder it leads to', () => {
  const root = mkdtempSync(join(tmpdir(), 'iris-folder-'))
  try {
    mkdirSync(join(root, 'real', 'src'), { recursive: true })
    symlinkSync(join(root, 'real'), join(root, 'link'))
    const linked = { name: 'linked', path: join(root, 'link') }
    expect(teamAt([linked], join(root, 'real', 'src'))).toBe(linked)
  } finally {
    rmSync(root, { recursive: true })
  }
})
