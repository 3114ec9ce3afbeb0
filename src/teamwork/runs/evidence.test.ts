import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock as clock } from '../../platform/clock/index.ts'
import { isAlive } from '../../platform/process/index.ts'
import { createProjects } from '../../platform/projects/index.ts'
import { proveEvidence } from './evidence.ts'

let root: string
let folder: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'iris-evidence-'))
  folder = join(root, 'project')
  mkdirSync(folder)
})
afterEach(() => rmSync(root, { recursive: true }))

const projects = createProjects({ clock, threads: 4 })
const env = { PATH: process.env['PATH'] ?? '' }
const check = (files: string[], commands: string[], signal = new AbortController().signal) =>
  proveEvidence({ files, commands }, { folder, projects, env, clock, signal })

test('[RUN15] a file counts when it is there and inside the folder, links followed', async () => {
  writeFileSync(join(folder, 'here.md'), 'x')
  writeFileSync(join(root, 'outside.md'), 'x')
  symlinkSync(join(root, 'outside.md'), join(folder, 'link.md'))
  symlinkSync(join(folder, 'here.md'), join(folder, 'own.md'))
  const paths = ['here.md', 'own.md', '.', 'missing.md', '../outside.md', 'link.md', join(root, 'outside.md')]
  const checks = await check(paths, [])
  expect(checks.map(({ ok }) => ok)).toEqual([true, true, true, false, false, false, false])
})

test('[RUN15] a command counts when it exits with 0 in the folder; what it printed is kept', async () => {
  writeFileSync(join(folder, 'here.md'), 'x')
  const [good, bad, loud] = await check([], ['cat here.md', 'echo no >&2; exit 3', 'yes | head -c 300000'])
  expect(good).toMatchObject({ kind: 'command', ok: true, detail: 'x' })
  expect(bad).toMatchObject({ ok: false, detail: 'no\nIt ended with 3.' })
  expect(loud?.ok).toBe(true)
  expect(loud?.detail.length).toBeLessThanOrEqual(2000)
})

test('[RUN15] [RUN18] a check that is given up ends its command with all it started', async () => {
  const stop = new AbortController()
  const checking = check([], ['sleep 600 & echo $! > pid; wait', 'true'], stop.signal)
  await expect.poll(async () => (await check([], ['test -s pid'])).map(({ ok }) => ok)).toEqual([true])
  stop.abort()
  const checks = await checking
  expect(checks.map(({ ok }) => ok)).toEqual([false, false])
  expect(isAlive(Number(readFileSync(join(folder, 'pid'), 'utf8')))).toBe(false)
})
