import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { Run, TurnId } from '../../src/contract/index.ts'
import { openPipeline, type PipelineWorld } from '../support/pipeline.ts'

const written = ['docs/brief.md', 'docs/design.md', 'docs/look.md', 'page.js', 'greet.js', 'page.test.js']

let world: PipelineWorld | undefined

afterEach(async () => {
  await world?.end()
  world = undefined
})

async function open(playbook: string): Promise<PipelineWorld> {
  world = await openPipeline(playbook)
  return world
}

/** What is the same in every pipeline that reaches its goal. */
function expectDone(pipeline: PipelineWorld, run: Run): void {
  expect(run).toMatchObject({ state: 'completed', reason: null, rehearsed: true })
  expect(run.checks?.map(({ what, ok }) => [what, ok])).toEqual([
    ['page.js', true],
    ['greet.js', true],
    ['node --test page.test.js', true],
  ])
  expect(written.filter((file) => !existsSync(join(pipeline.project, file)))).toEqual([])
  execFileSync(process.execPath, ['--test', 'page.test.js'], { cwd: pipeline.project })
  expect(pipeline.events('agent.started')).toHaveLength(1)
  expect(run.costUsd).toBeGreaterThan(0.1)
}

/** Roles with how their work ended, in the order they were set to work. */
function endings({ teammates }: Run): [role: string | null, state: string][] {
  return teammates.map(({ role, state }) => [role, state])
}

test('[RUN20] PM, architect, designer, FE beside BE and QA reach the goal in one session of one process', async () => {
  const pipeline = await open('pipeline')
  const { run } = await pipeline.start()
  const over = await pipeline.over(run)
  expectDone(pipeline, over)
  expect(endings(over)).toEqual(
    ['pm', 'architect', 'designer', 'fe', 'be', 'qa'].map((role) => [role, 'completed']),
  )
  const told = pipeline.events('teammate.started', 'teammate.ended').map(({ type }) => type)
  // FE and BE are both started before one of them ends.
  expect(told.join(' ')).toContain('teammate.started teammate.started teammate.ended teammate.ended')
  expect(JSON.stringify(pipeline.events('agent.printed'))).toMatch(
    /(?:#|ℹ) pass 3[\s\S]*QA: all tests pass \(3\)/,
  )
})

test('[RUN1] [RUN2] one turn answers the user; every other was begun by a report, and nobody wrote to the leader', async () => {
  const pipeline = await open('pipeline')
  const { run, leader } = await pipeline.start()
  const { turns } = await pipeline.over(run)
  expect(pipeline.events('turn.accepted')).toHaveLength(1)
  const woken = pipeline.events('turn.woken')
  expect(woken.length).toBe(turns - 1)
  expect(woken.every(({ session }) => session === leader.session)).toBe(true)
  // What woke it is known for sure at its end: two reports may come at once and be read one by one.
  const wakers = woken.map(({ turn }) => pipeline.orchestrator.findTurn(turn as TurnId).wokenBy)
  expect(new Set(wakers)).toEqual(new Set(['task-notification']))
  // Nobody is asked for anything, and the run never stands still.
  expect(pipeline.events('ask.opened')).toEqual([])
  const states = pipeline.events('run.changed').map(({ data }) => (data as { state: string }).state)
  expect(new Set(states)).toEqual(new Set(['working', 'waiting_on_teammates', 'completed']))
})

test('[RUN25] a BE that dies of an API error leaves the run alive: the leader is told and starts another', async () => {
  const pipeline = await open('pipeline-be-crashes')
  const { run } = await pipeline.start()
  const over = await pipeline.over(run)
  expectDone(pipeline, over)
  const be = over.teammates.filter(({ role }) => role === 'be')
  expect(be.map(({ state }) => state)).toEqual(['failed', 'completed'])
  expect(be[0]?.summary).toContain('API Error: 500')
})

test('[RUN5] [RUN33] tests that fail send FE back, and the same FE and QA finish it and report', async () => {
  const pipeline = await open('pipeline-qa-fails')
  const { run } = await pipeline.start()
  const over = await pipeline.over(run)
  expectDone(pipeline, over)
  expect(over.teammates.map(({ role, tasks }) => [role, tasks])).toEqual([
    ['pm', 1],
    ['architect', 1],
    ['designer', 1],
    ['fe', 2],
    ['be', 1],
    ['qa', 2],
  ])
  const reports = over.teammates.filter(({ tasks }) => tasks > 1).map(({ summary }) => summary)
  expect(reports).toEqual(['FE: page.js is ready again.', 'QA: all tests pass now.'])
})

test('[RUN18] a stop midway ends everything of the run and keeps what was said', async () => {
  const pipeline = await open('pipeline-held')
  const { run } = await pipeline.start()
  await pipeline.rehearsal.waiting('midway')
  await expect
    .poll(() => pipeline.run(run))
    .toMatchObject({
      state: 'waiting_on_teammates',
      leader: { activity: expect.stringContaining('One half is ready') },
    })
  const { leader } = await pipeline.run(run)
  const stopped = await pipeline.client.call('stopRun', { run })
  expect(stopped).toMatchObject({ state: 'stopped' })
  expect(isAlive(leader.pid)).toBe(false)
  expect(endings(stopped)).toEqual([
    ['pm', 'completed'],
    ['architect', 'completed'],
    ['designer', 'completed'],
    ['fe', 'stopped'],
    ['be', 'completed'],
  ])
  expect(existsSync(join(pipeline.project, 'greet.js'))).toBe(true)
  expect(existsSync(join(pipeline.project, 'page.js'))).toBe(false)
  expect(JSON.stringify(pipeline.events('agent.printed'))).toContain('I think about the page.')
})

function isAlive(pid: number | null): boolean {
  try {
    return pid !== null && process.kill(pid, 0)
  } catch {
    return false
  }
}
