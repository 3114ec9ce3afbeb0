import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AnswerInput } from '../../src/contract/index.ts'
import { openTeams, type TeamWorld, type TeamWorldOptions } from '../support/teams.ts'

let world: TeamWorld
let scratch: string
beforeEach(() => {
  scratch = realpathSync(mkdtempSync(join(tmpdir(), 'iris-scratch-')))
})
afterEach(async () => {
  await world.end()
  rmSync(scratch, { recursive: true, force: true })
})

async function open(options: TeamWorldOptions): Promise<void> {
  world = await openTeams(options)
}
const echo = '  - when: { says: "/(.+)/s" }\n    reply: "You said ${says.1}."\n'
/** Writes a file, which needs a permission. */
const writing = () =>
  `  - when: { says: write }\n    reply: [{ tool: { name: Write, input: { file_path: '${scratch}/out', content: x } } }]\n  - when: { tool: Write }\n    reply: "Result: \${toolResult}"\n${echo}`
const openAsk = async () => {
  await world.event('ask.opened')
  return world.openAsk()
}
const allow = { choose: 'y' }
const deny = { choose: 'n' }
const asUser = (input: AnswerInput) => ({ who: { kind: 'human', name: 'user' } as const, input })

describe('permissions', () => {
  test('[TEA24] yes allows', async () => {
    await open({ lines: writing(), teams: { alpha: { grantPermission: 'yes' } } })
    expect(await world.ask('write')).toMatchObject({ status: 'answered' })
    expect(existsSync(join(scratch, 'out'))).toBe(true)
    // An agent that is not started to ask nobody, as that of root, is answered by the config.
    for (const { data } of world.events('ask.answered'))
      expect(data).toMatchObject({ allow: true, by: 'policy', tool: 'Write' })
    expect(world.events('ask.opened')).toEqual([])
  })

  test('[TEA24] no denies with a reason', async () => {
    await open({ lines: writing(), teams: { alpha: { grantPermission: 'no' } } })
    expect(await world.ask('write')).toMatchObject({ text: expect.stringContaining('grantPermission: no') })
    expect(existsSync(join(scratch, 'out'))).toBe(false)
  })

  test('[TEA24] [TEA25] ask waits for the first answer; a second is refused; an agent may not answer its own', async () => {
    await open({ lines: writing(), teams: { alpha: { grantPermission: 'ask' } } })
    const telling = world.tell('write')
    const ask = await openAsk()
    expect(ask).toMatchObject({ tool: 'Write', state: 'open', team: 'alpha', from: 'user' })
    expect(world.orchestrator.findTurn(telling.turn).waitingFor).toBe('permission')
    expect(world.orchestrator.sessions()[0]?.state).toBe('waiting')
    const self = { name: 'alpha', kind: 'agent' as const, session: telling.session }
    await expect(world.inbox.answer(ask.ask, { who: self, input: allow })).rejects.toMatchObject({
      code: 'ASK_NOT_YOURS',
    })
    const answers = await Promise.allSettled([
      world.inbox.answer(ask.ask, asUser(allow)),
      world.inbox.answer(ask.ask, asUser(deny)),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(answers[1]).toMatchObject({ reason: { code: 'ASK_ANSWERED' } })
    expect(await telling.outcome).toMatchObject({ status: 'answered' })
    expect(existsSync(join(scratch, 'out'))).toBe(true)
    expect(world.inbox.view(ask.ask)).toMatchObject({
      answer: { allow: true, by: 'user', source: 'user' },
      late: [{ allow: false }],
    })
  })

  test('[TEA24] forward gives the ask to the caller as the outcome of its tell, and its answer counts', async () => {
    await open({ lines: writing(), teams: { alpha: { grantPermission: 'forward' }, beta: {} } })
    const own = world.tell('hi', 'beta')
    await own.outcome
    const caller = { name: 'beta', kind: 'agent' as const, session: own.session }
    const telling = world.orchestrator.tell(caller, {
      to: 'alpha',
      message: 'write',
      patience: { until: 'ended' },
    })
    const outcome = await telling.outcome
    expect(outcome).toMatchObject({ status: 'needs_permission', ask: expect.stringMatching(/^ask_/) })
    await world.inbox.answer(outcome.ask!, { who: caller, input: { ...deny, text: 'Not in this sprint.' } })
    await expect
      .poll(() => world.orchestrator.findTurn(telling.turn))
      .toMatchObject({ how: 'answered', answer: expect.stringContaining('Not in this sprint.') })
    expect(world.inbox.view(outcome.ask!).answer).toMatchObject({ allow: false, by: 'beta', source: 'lead' })
  })

  test('[TEA24] a caller that did not wait is asked in its own session', async () => {
    await open({ lines: writing(), teams: { alpha: { grantPermission: 'forward' }, beta: {} } })
    const own = world.tell('hi', 'beta')
    await own.outcome
    const caller = { name: 'beta', kind: 'agent' as const, session: own.session }
    world.orchestrator.tell(caller, { to: 'alpha', message: 'write', patience: { until: 'accepted' } })
    const ask = await openAsk()
    await expect
      .poll(() => world.orchestrator.report(world.user, { team: 'beta' }).turns.at(-1))
      .toMatchObject({ how: 'answered', message: expect.stringContaining(ask.ask) })
    await world.inbox.answer(ask.ask, { who: caller, input: allow })
    await expect.poll(() => existsSync(join(scratch, 'out'))).toBe(true)
  })

  test('[TEA27] an ask that the agent withdraws is closed', async () => {
    await open({ lines: writing(), teams: { alpha: { grantPermission: 'ask' } } })
    const telling = world.tell('write')
    const ask = await openAsk()
    await world.orchestrator.cancel(world.user, 'alpha')
    expect(await telling.outcome).toMatchObject({ status: 'stopped' })
    await world.event('ask.withdrawn')
    expect(world.inbox.list({ state: 'open', limit: 1 }).asks).toEqual([])
    await expect(world.inbox.answer(ask.ask, asUser(allow))).rejects.toMatchObject({
      code: 'ASK_ANSWERED',
    })
  })
})

describe('usage', () => {
  test('[TEA28] each turn costs what it used, in one process and over a resume', async () => {
    await open({
      lines:
        '  - when: { says: big }\n    reply: "Big."\n    usage: { input: 4000, output: 400 }\n  - reply: "Small."\n    usage: { input: 100, output: 10 }\n',
    })
    const costOf = async (message: string) =>
      world.orchestrator.findTurn((await world.ask(message)).turn).costUsd ?? 0
    const small = await costOf('one')
    expect(small).toBeGreaterThan(0)
    expect(await costOf('two')).toBeCloseTo(small, 8)
    await world.orchestrator.sleep(world.user, 'alpha', { force: false })
    // The process counts from 0 again, and this one turn is more than all before it.
    const big = await costOf('big')
    expect(big).toBeCloseTo(small * 40, 8)
    expect(await costOf('three')).toBeCloseTo(small, 8)
    expect(world.orchestrator.sessions()[0]?.costUsd).toBeCloseTo(small * 43, 8)
    expect(world.events('usage.recorded').map((event) => (event.data as { input: number }).input)).toEqual([
      100, 100, 4000, 100,
    ])
  })
})
