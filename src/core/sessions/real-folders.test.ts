import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock as clock } from '../../platform/clock/index.ts'
import type { CompiledConfig } from '../../platform/config/index.ts'
import { createProjects } from '../../platform/projects/index.ts'
import { createRealFolders } from './real-folders.ts'

test('[INB35] where a folder leads is known after a look, and stays known while it does not answer', async () => {
  const root = mkdtempSync(join(tmpdir(), 'iris-places-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const [real, link] = [join(root, 'real'), join(root, 'link')]
  mkdirSync(real)
  symlinkSync(real, link)
  const teams = new Map([link, join(root, 'none')].map((path) => [path, { path }]))
  // Only the folders of teams matter here.
  const config = () => ({ teams }) as unknown as CompiledConfig
  const projects = createProjects({ clock, threads: 4 })
  const gone = { real: (path: string) => projects.real(path) }
  const folders = createRealFolders({ projects: gone, config })
  expect(folders.realOf(link)).toBe(link)
  await folders.refresh()
  expect([folders.realOf(link), folders.realOf(join(root, 'none'))]).toEqual([real, join(root, 'none')])
  gone.real = () => Promise.reject(new Error('silent'))
  await folders.refresh()
  expect(folders.realOf(link)).toBe(real)
})
