import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addedTokens } from '../../contract/plain.ts'
import { questioningPrompt } from '../../core/inbox/index.ts'
import { emTools, notForEm } from '../../teamwork/supervisor/index.ts'
import { notOffered } from '../../teamwork/work/index.ts'
import { toolsFor } from './tools.ts'

const charsPerToken = 4

test('[WRK29] what Iris adds to an agent on a task is what doctor says, and at most 2,500 tokens', () => {
  const without = new Set<string>(notOffered)
  const offered = [...toolsFor('agent', 'worker').values()].filter(
    ({ listing }) => !without.has(listing.name),
  )
  expect(offered.map(({ listing }) => listing.name).toSorted()).toEqual([
    'ask_human',
    'lesson_find',
    'lesson_record',
    'task_plan',
    'task_show',
  ])
  const tools = JSON.stringify(offered.map(({ listing }) => listing)).length
  const role = readFileSync(new URL('../../../roles/worker.md', import.meta.url), 'utf8').length
  const tokens = Math.ceil((tools + role + questioningPrompt.length) / charsPerToken)
  expect(tokens).toBeLessThanOrEqual(2500)
  expect(Math.abs(tokens - addedTokens.worker)).toBeLessThan(50)
})

test('[ORG9] [ORG13] what Iris adds to an engineering manager are these tools and its prompt, at most 4,000 tokens', () => {
  const without = new Set<string>(notForEm)
  const offered = [...toolsFor('agent', 'em').values()].filter(({ listing }) => !without.has(listing.name))
  expect(offered.map(({ listing }) => listing.name).toSorted()).toEqual(['ask_human', ...emTools].toSorted())
  const tools = JSON.stringify(offered.map(({ listing }) => listing)).length
  const role = readFileSync(new URL('../../../roles/em.md', import.meta.url), 'utf8').length
  const tokens = Math.ceil((tools + role + questioningPrompt.length) / charsPerToken)
  expect(tokens).toBeLessThanOrEqual(4000)
  expect(tokens).toBeGreaterThan(3000)
})
