import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newId } from '../../src/contract/index.ts'
import type { Conversation, RunningAgent } from '../../src/core/transport/index.ts'
import { listen, type Listening } from '../../src/core/transport/listening.suite.ts'
import { openClaudeWorld, type ClaudeWorld } from '../support/transport.ts'

const look = `reply: [{ tool: { name: Read, input: { file_path: '\${cwd}/story.txt' } } }]`
const full = (tokens: number) => `usage: { input: 10, cacheRead: ${tokens - 10}, output: 5 }`

// What shift changes are built on, with the CLI alone: whatever version is tried has to keep to it.
const lines = `
  - { when: { says: go }, ${full(158_000)}, ${look} }
  - { when: { tool: Read, says: go }, times: 1, ${full(162_000)}, ${look} }
  - { when: { tool: Read, says: go }, times: 1, ${full(180_000)}, ${look} }
  - { when: { tool: Read, says: go }, reply: [{ gate: never }, { text: Done. }] }
  - { when: { says: hand over, heard: go }, reply: [{ tool: { name: Read, input: { file_path: '\${cwd}/story.txt' } } }] }
  - { when: { tool: Read, says: hand over }, reply: Handed. }
  - { when: { says: remember }, reply: I will. }
  - { when: { says: where, heard: remember }, reply: [{ tool: { name: Bash, input: { command: pwd, description: Look } } }] }
  - { when: { tool: Bash, heard: remember }, reply: '\${toolResult}' }
  - { reply: I know nothing. }`

async function openWorld(): Promise<ClaudeWorld> {
  const world = await openClaudeWorld(() => lines)
  onTestFinished(() => world.close())
  return world
}

interface Started {
  agent: RunningAgent
  heard: Listening
  say: (text: string) => Promise<void>
}

async function start(world: ClaudeWorld, conversation: Conversation, cwd = world.project): Promise<Started> {
  const agent = await world.transport.start({
    ...world.spec(),
    cwd,
    allowedTools: ['Bash'],
    id: newId('agt'),
    conversation,
  })
  return { agent, heard: listen(agent), say: (text) => agent.send({ uuid: randomUUID(), text }) }
}

test('[ORG20] [ORG21] each model answer tells its use, also in the middle of a turn; interrupted between two steps, the CLI takes the handoff as the next turn of the same conversation', async () => {
  const world = await openWorld()
  const { heard, say, agent } = await start(world, { how: 'new', id: randomUUID() })
  await say('go')
  for (const read of [158_000, 162_000, 180_000]) {
    expect(await heard.next('said', (said) => said.parts.some(({ type }) => type === 'tool'))).toMatchObject({
      read,
    })
    await heard.next('tool-returned')
  }
  await world.waiting('never')
  await agent.interrupt()
  expect(await heard.next('result')).toMatchObject({ end: { how: 'interrupted' } })
  await say('hand over')
  await heard.next('tool-returned')
  expect(await heard.next('result')).toMatchObject({ text: 'Handed.' })
  expect(heard.all('compacted')).toEqual([])
})

test('[TRA29] a conversation goes on in another worktree after the one in which it began is gone', async () => {
  const world = await openWorld()
  const git = (...args: string[]) =>
    execFileSync('git', [
      '-C',
      world.project,
      '-c',
      'user.name=Ann',
      '-c',
      'user.email=ann@example.org',
      ...args,
    ])
  git('init', '-q')
  git('commit', '-q', '--allow-empty', '-m', 'one')
  const [one, two] = ['one', 'two'].map((name) => join(world.project, '..', name)) as [string, string]
  for (const folder of [one, two]) git('worktree', 'add', '-q', '--detach', folder)
  const id = randomUUID()
  const before = await start(world, { how: 'new', id }, one)
  await before.say('remember')
  expect(await before.heard.next('result')).toMatchObject({ text: 'I will.' })
  await before.agent.close({ graceMs: 5000 })
  git('worktree', 'remove', '--force', one)
  const kept = join(world.spec().env['CLAUDE_CONFIG_DIR'] ?? '', 'projects')
  const name = readdirSync(kept, { recursive: true, encoding: 'utf8' }).find((file) =>
    file.endsWith(`${id}.jsonl`),
  )
  const after = await start(world, { how: 'resumed', id, file: join(kept, name ?? '') }, two)
  await after.say('where')
  expect(await after.heard.next('result')).toMatchObject({ text: expect.stringContaining(two) })
})
