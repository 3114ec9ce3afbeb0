import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock/index.ts'
import { createProjects } from '../../platform/projects/index.ts'
import { movedConversation } from './transcripts.ts'

const home = mkdtempSync(join(tmpdir(), 'iris-transcripts-'))
const projects = createProjects({ clock: systemClock, threads: 4 })
const id = '0f3c1d7e-0000-4000-8000-000000000001'
const file = join(home, '.claude', 'projects', '-shop--worktrees-one', `${id}.jsonl`)
afterAll(() => rmSync(home, { recursive: true }))

test('[TRA29] a conversation that goes on in another folder is taken up by its file, and by its id where there is none', async () => {
  const resumed = { how: 'resumed', id } as const
  const env = { HOME: home }
  expect(await movedConversation(projects, { conversation: resumed, env })).toEqual(resumed)
  for (const folder of ['-shop', '-shop--worktrees-one', '-shop--worktrees-two'])
    mkdirSync(join(home, '.claude', 'projects', folder), { recursive: true })
  writeFileSync(file, '{}\n')
  expect(await movedConversation(projects, { conversation: resumed, env })).toEqual({ ...resumed, file })
  const elsewhere = { HOME: '/nowhere', CLAUDE_CONFIG_DIR: join(home, '.claude') }
  expect(await movedConversation(projects, { conversation: resumed, env: elsewhere })).toMatchObject({ file })
  expect(await movedConversation(projects, { conversation: { how: 'new', id }, env })).toEqual({
    how: 'new',
    id,
  })
})
