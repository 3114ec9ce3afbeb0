import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { Run } from '../../src/contract/index.ts'
import { openTeams, type TeamWorld } from '../support/teams.ts'

let world: TeamWorld
afterEach(() => world.end())

const pm = `
  - when: { agent: sub, system: product manager of the team, tool: Write }
    reply: "PM REPORT: plan.md holds the plan."
  - when: { agent: sub, system: product manager of the team }
    reply:
      - tool: { name: Write, input: { file_path: "\${cwd}/plan.md", content: "1. It greets." } }
`
const leader = `
  - when: { agent: main, says: /The goal of this run/ }
    reply:
      - text: Paula plans first.
      - tool: { name: Agent, input: { subagent_type: pm, name: Paula, description: Plan it, prompt: Plan it, run_in_background: true } }
  - when: { agent: main, tool: Agent }
    reply: I wait for Paula.
  - when: { agent: main, says: task-notification }
    reply:
      - tool: { name: mcp__iris__run_complete, input: { summary: "The plan is written." } }
  - when: { agent: main, tool: mcp__iris__run_complete }
    reply: "All is done."
`

async function ended(id: Run['run']): Promise<Run> {
  await expect.poll(() => world.daemon.runs.get(id).endedAt, { timeout: 60_000 }).not.toBeNull()
  return world.daemon.runs.get(id)
}

test('[RUN20] a leader sets a teammate to work, is woken by its end, completes, and the evidence holds', async () => {
  world = await openTeams({ lines: pm + leader })
  const started = await world.client.call('startRun', {
    team: 'alpha',
    goal: 'Write a plan',
    roster: ['pm'],
    evidence: { files: ['plan.md'], commands: ['grep -q greets plan.md'] },
  })
  expect(started).toMatchObject({ state: 'starting', roster: ['pm'], teammates: [] })
  const run = await ended(started.run)
  expect(run).toMatchObject({
    state: 'completed',
    summary: 'The plan is written.',
    reason: null,
    turns: 2,
    rehearsed: true,
    checks: [
      { kind: 'file', what: 'plan.md', ok: true },
      { kind: 'command', ok: true },
    ],
    teammates: [{ name: 'Paula', role: 'pm', form: 'inside', state: 'completed', tasks: 1 }],
  })
  expect(readFileSync(join(world.home, 'projects/alpha/plan.md'), 'utf8')).toBe('1. It greets.')
  expect(existsSync(`/proc/${started.leader.pid ?? 0}/stat`)).toBe(false)
  const states = world.events('run.changed').map(({ data }) => (data as { state: string }).state)
  expect(states).toEqual(['working', 'waiting_on_teammates', 'working', 'completed'])
  expect(world.events('agent.started')).toHaveLength(1)
})
