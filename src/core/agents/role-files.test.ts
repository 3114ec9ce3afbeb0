import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock as clock } from '../../platform/clock/index.ts'
import { createProjects } from '../../platform/projects/index.ts'
import { readRoles } from './role-files.ts'

let project: string
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'iris-roles-'))
  mkdirSync(join(project, '.iris', 'roles'), { recursive: true })
})
afterEach(() => rmSync(project, { recursive: true }))

const projects = createProjects({ clock, threads: 4 })
const write = (name: string, text: string) => writeFileSync(join(project, '.iris', 'roles', name), text)
const role = (head: string, body = 'You help.') => `---\n${head}\n---\n\n${body}\n`

test('[RUN10] Iris brings roles for runs, tasks, organisations and the pipeline, each with a name, a description and a prompt', async () => {
  const { roles, mistakes } = await readRoles(projects, undefined)
  expect([...roles.keys()]).toEqual([
    'architect',
    'be',
    'designer',
    'em',
    'fe',
    'ideation',
    'manager',
    'pm',
    'qa',
    'review',
    'seated-worker',
    'specification',
    'worker',
  ])
  expect(mistakes).toEqual([])
  for (const one of roles.values()) {
    const isBound = ['em', 'manager', 'seated-worker', 'ideation'].includes(one.role)
    expect(one).toMatchObject({ from: 'iris', tools: isBound ? expect.any(Array) : null, model: null })
    expect([one.name, one.avatar, one.description].every((text) => text.length > 0)).toBe(true)
    expect(one.prompt.length).toBeGreaterThan(200)
  }
})

test('[RUN10] a project adds roles and replaces those of Iris', async () => {
  write('writer.md', role('name: Wanda\ndescription: Writes\ntools: Read, Write\nmodel: haiku'))
  write('pm.md', role('name: Peter\ndescription: Plans\ntools: [Read]', 'You plan.'))
  const { roles, mistakes } = await readRoles(projects, project)
  expect(roles.get('writer')).toMatchObject({ tools: ['Read', 'Write'], model: 'haiku', from: 'project' })
  expect(roles.get('pm')).toMatchObject({ name: 'Peter', tools: ['Read'], prompt: 'You plan.' })
  expect([roles.size, mistakes]).toEqual([14, []])
})

test('[RUN10] every mistake has its file, its line and what was expected', async () => {
  write('bad.md', role('name: Bad\ndescripton: Typo\navatar: [x]'))
  write('bare.md', 'You have no front matter.')
  write('empty.md', role('name: E\ndescription: x', ''))
  write('Upper.md', role('name: U\ndescription: x'))
  write('yaml.md', role('name: "unclosed\ndescription: x'))
  write('notes.txt', 'not a role')
  const { mistakes } = await readRoles(projects, project)
  const said = new Map(mistakes.map(({ role: key, text }) => [key, text]))
  expect([...said.keys()].toSorted()).toEqual(['Upper', 'bad', 'bare', 'empty', 'yaml'])
  expect(said.get('bad')).toMatch(/bad\.md: .*line 3.*descripton.*line 4/)
  expect(said.get('bad')).toContain('expected')
  expect(said.get('bare')).toMatch(/line 1.*expected front matter/)
  expect(said.get('empty')).toContain('expected the prompt')
  expect(said.get('Upper')).toContain('a small letter')
  expect(said.get('yaml')).toContain('expected valid YAML')
})

test('[RUN10] whatever a file holds, reading it gives a role or a mistake', async () => {
  const head = fc.oneof(
    fc.string(),
    fc.constantFrom('name: x', 'description: y', '- a', '{', '&a [*a]', '? x'),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(head), fc.string(), async (lines, body) => {
      write('any.md', `---\n${lines.join('\n')}\n---\n${body}`)
      const { roles, mistakes } = await readRoles(projects, project)
      expect(roles.has('any')).toBe(mistakes.length === 0)
    }),
    { numRuns: 200 },
  )
})
