import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { draftOf, openSpecWorld, type SpecWorld } from './world.suite.ts'

let world: SpecWorld
beforeEach(async () => {
  world = await openSpecWorld()
})
afterEach(() => world.end())

const goal = 'People want to keep a list of habits with a schema of their own, and tick them off each day.'

test('[SPC13] its files are written into the repository, and hand edits are read back as differences', async () => {
  const { key } = await world.create(goal)
  await world.drafts(draftOf())
  await world.comes(key, 'proposed')
  const { folder, written } = await world.specs.export(key, 'user')
  expect(written).toEqual([`${folder}/spec.md`, `${folder}/tasks.md`])
  expect((await world.specs.edits({ spec: key, take: false }, 'user')).edits).toEqual([])
  const file = (name: string) => join(world.shop, folder, name)
  const change = (name: string, from: string, to: string) =>
    writeFileSync(file(name), readFileSync(file(name), 'utf8').replace(from, to))
  change('spec.md', 'A habit has a name.', 'A habit has a name and a colour.')
  change('tasks.md', 'node --test src/list.mjs', 'npm test')
  await expect(world.specs.export(key, 'user')).rejects.toMatchObject({ code: 'SPEC_FILE_CHANGED' })
  const { edits, taken } = await world.specs.edits({ spec: key, take: true }, 'user')
  expect(edits[0]).toEqual({
    part: 'FR-1',
    was: 'A habit has a name.',
    now: 'A habit has a name and a colour.',
  })
  expect(edits.map(({ part }) => part)).toEqual(['FR-1', 'T001'])
  expect(taken).toBe(true)
  const spec = await world.comes(key, 'proposed')
  expect(spec.revision).toBe(2)
  const { content } = world.specs.get(key)
  expect(content?.requirements[0]?.text).toBe('A habit has a name and a colour.')
  expect(content?.tasks[0]?.check).toMatchObject({ command: 'npm test' })
  expect(content?.tasks[0]?.text).toBe('As the requirements say.')
  await world.specs.export(key, 'user')
})

test('[SPC13] an edit that is no valid spec is refused with what is wrong, and nothing changes', async () => {
  const { key } = await world.create(goal)
  await world.drafts(draftOf())
  await world.comes(key, 'proposed')
  const { folder } = await world.specs.export(key, 'user')
  const file = join(world.shop, folder, 'tasks.md')
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('T001', 'T003'))
  const refused = world.specs.edits({ spec: key, take: true }, 'user')
  await expect(refused).rejects.toMatchObject({ code: 'SPEC_INVALID' })
  expect(world.specs.get(key).revision).toBe(1)
})

test('[SPC13] edits of an approved spec are followed by its tasks', async () => {
  const { key } = await world.create(goal)
  await world.drafts(draftOf())
  await world.comes(key, 'proposed')
  await world.specs.approve({ spec: key, build: false }, 'user')
  const { folder } = await world.specs.export(key, 'user')
  const file = join(world.shop, folder, 'tasks.md')
  writeFileSync(file, readFileSync(file, 'utf8').replace('node --test src/list.mjs', 'npm test'))
  await world.specs.edits({ spec: key, take: true }, 'user')
  expect(world.services.tasks.get('shop-1').check).toMatchObject({ command: 'npm test' })
  expect(world.specs.get(key).state).toBe('approved')
})

test('[SPC13] nothing is written through a link, nor while a build watches the checkout', async () => {
  const { key } = await world.create(goal)
  await world.drafts(draftOf())
  await world.comes(key, 'proposed')
  symlinkSync(world.fake.folder, join(world.shop, 'specs'))
  await expect(world.specs.export(key, 'user')).rejects.toMatchObject({ code: 'PROJECT_FILE_REFUSED' })
  expect(existsSync(join(world.fake.folder, '001-people-want-to-keep-a-list-of-habits-wit'))).toBe(false)
  await world.specs.approve({ spec: key, build: true }, 'user')
  await expect(world.specs.export(key, 'user')).rejects.toMatchObject({ code: 'SPEC_STATE_REFUSED' })
})
