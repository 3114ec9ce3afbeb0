import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock as clock } from '../clock/index.ts'
import { createProjects } from './projects.ts'

const projects = createProjects({ clock, threads: 4 })
let project: string
beforeEach(() => (project = mkdtempSync(join(tmpdir(), 'iris-writing-'))))
afterEach(() => rmSync(project, { recursive: true }))

const at = (name = 'x.md') => join(project, name)
const replace = (was: string | undefined, text: string) => projects.replace(project, 'x.md', { was, text })
const refused = expect.objectContaining({ code: 'PROJECT_FILE_REFUSED' })

test('[PRJ8] a file is read to the byte, and is not there when it is not there', async () => {
  expect(await projects.exact(project, 'x.md')).toBeUndefined()
  writeFileSync(at(), '\uFEFFtext €\r\n')
  expect(await projects.exact(project, 'x.md')).toBe('\uFEFFtext €\r\n')
})

test('[PRJ8] a file is written whole with its mode, and only if it is what it was', async () => {
  writeFileSync(at(), 'old')
  chmodSync(at(), 0o640)
  expect(await replace('other', 'new')).toBe(false)
  expect(await replace(undefined, 'new')).toBe(false)
  expect(readFileSync(at(), 'utf8')).toBe('old')
  expect(await replace('old', 'new')).toBe(true)
  expect([readFileSync(at(), 'utf8'), statSync(at()).mode & 0o777]).toEqual(['new', 0o640])
  expect(readdirSync(project)).toEqual(['x.md'])
})

test('[PRJ8] a new file is made, and never in the place of one that came meanwhile', async () => {
  expect(await replace(undefined, 'new')).toBe(true)
  expect(await replace('old', 'newer')).toBe(false)
  expect([readFileSync(at(), 'utf8'), readdirSync(project)]).toEqual(['new', ['x.md']])
})

test('[PRJ8] what an earlier try left under the name of the draft is replaced, and no link is written through', async () => {
  mkdirSync(at('elsewhere'))
  writeFileSync(at('elsewhere/victim'), 'victim')
  symlinkSync(at('elsewhere/victim'), at('x.md.iris-new'))
  expect(await replace(undefined, 'new')).toBe(true)
  expect([readFileSync(at('elsewhere/victim'), 'utf8'), readdirSync(project)]).toEqual([
    'victim',
    ['elsewhere', 'x.md'],
  ])
  rmSync(at())
  symlinkSync(at('elsewhere/victim'), at())
  await expect(replace('victim', 'new')).rejects.toEqual(refused)
  expect(readFileSync(at('elsewhere/victim'), 'utf8')).toBe('victim')
})

test('[PRJ8] a pipe, a folder and what is no UTF-8 are refused', async () => {
  execFileSync('mkfifo', [at()])
  await expect(replace(undefined, 'new')).rejects.toEqual(refused)
  rmSync(at())
  mkdirSync(at())
  await expect(replace(undefined, 'new')).rejects.toEqual(refused)
  rmSync(at(), { recursive: true })
  writeFileSync(at(), Buffer.from([0xff]))
  await expect(projects.exact(project, 'x.md')).rejects.toEqual(refused)
})

test('[PRJ9] folders are made one in the other, and nothing is followed that leads out', async () => {
  await projects.makeFolder(project, 'specs/001-a')
  await projects.makeFolder(project, 'specs/001-a')
  expect(statSync(at('specs/001-a')).isDirectory()).toBe(true)
  symlinkSync(tmpdir(), at('away'))
  writeFileSync(at('file'), '')
  for (const folder of ['away/001-a', 'file', 'file/a', '../b', '/b', 'specs//b', '.'])
    await expect(projects.makeFolder(project, folder), folder).rejects.toThrow()
  expect(readdirSync(project).toSorted()).toEqual(['away', 'file', 'specs'])
})
