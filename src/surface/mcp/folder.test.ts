import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { systemClock as clock } from '../../platform/clock/index.ts'
import { createProjects } from '../../platform/projects/index.ts'
import { teamAt } from './folder.ts'

const projects = createProjects({ clock, threads: 4 })
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
])('[MCP4] a person in %s is %s', async (cwd, name) => {
  expect((await teamAt(teams, cwd, projects))?.name).toBe(name)
})

test('[MCP4] a folder reached by a link is the folder it leads to', async () => {
  const root = mkdtempSync(join(tmpdir(), 'iris-folder-'))
  try {
    mkdirSync(join(root, 'real', 'src'), { recursive: true })
    symlinkSync(join(root, 'real'), join(root, 'link'))
    const linked = { name: 'linked', path: join(root, 'link') }
    expect(await teamAt([linked], join(root, 'real', 'src'), projects)).toBe(linked)
    const silent = { real: () => Promise.reject(new Error('silent')) }
    expect(await teamAt([linked], linked.path, silent)).toBe(linked)
  } finally {
    rmSync(root, { recursive: true })
  }
})
