import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { leapingClock } from '../support/leaping-clock.ts'
import { heard, openTeams, writeFakeClaude, type TeamWorld, type TeamWorldOptions } from '../support/teams.ts'
import { written } from '../support/transcripts.ts'

let world: TeamWorld
let scratch: string
beforeEach(() => {
  scratch = realpathSync(mkdtempSync(join(tmpdir(), 'iris-scratch-')))
})
afterEach(async () => {
  await world.end()
  rmSync(scratch, { recursive: true, force: true })
})

const echo = '  - when: { says: "/(.+)/s" }\n    reply: "You said ${says.1}."\n'
const gated = `  - when: { says: wait }\n    reply: [{ text: "The first half." }, { gate: go }, { text: "The second half." }]\n${echo}`
async function open(options: TeamWorldOptions): Promise<void> {
  world = await openTeams(options)
}
/** A team whose agent is a script that runs `onUser` for each message. */
async function openFake(
  onUser: string,
  options: Pick<TeamWorldOptions, 'clock' | 'settings'> & { team?: object } = {},
): Promise<void> {
  const { team, ...others } = options
  const claudePath = writeFakeClaude(join(scratch, 'fake'), onUser)
  await open({ lines: echo, teams: { alpha: { claudePath, ...team } }, ...others })
}
const hour = 3_600_000
const pidNow = (): number => world.orchestrator.sessions()[0]?.pid ?? 0
const printed = (): string => JSON.stringify(world.events('agent.printed'))

describe('the genuine CLI is killed', () => {
  test('[TEA12] kill -9 in the middle of a turn is told at once with what was said; the next tell has the history', async () => {
    await open({ lines: gated, settings: { responseTimeout: '1h' } })
    await world.ask('remember me')
    await written(world.home, 'You said remember me.')
    const telling = world.tell('wait')
    await heard(telling, 'The first half.')
    process.kill(pidNow(), 'SIGKILL')
    // The clock of silence has an hour to go: what ends the turn is the death.
    expect(await telling.outcome).toMatchObject({
      status: 'agent_died',
      text: 'The first half.',
      advice: expect.stringContaining('Tell it again'),
    })
    const [exited, ended] = world.events('agent.exited', 'turn.ended').slice(-2)
    expect([exited?.type, ended?.type]).toEqual(['agent.exited', 'turn.ended'])
    expect(exited?.data).toMatchObject({ signal: 'SIGKILL' })
    expect(ended!.seq).toBe(exited!.seq + 1)
    expect(await world.ask('next')).toMatchObject({
      status: 'answered',
      text: expect.stringContaining('next'),
    })
    expect(world.modelCalls.at(-1)).toContain('remember me')
  })

  test('[TEA13] with onCrash: resume the turn goes on in a new process', async () => {
    await open({
      lines: `  - when: { says: /crash/ }\n    reply: "Going on."\n${gated}`,
      teams: { alpha: { onCrash: 'resume' } },
    })
    const telling = world.tell('wait')
    await world.rehearsal.waiting('go')
    process.kill(pidNow(), 'SIGKILL')
    expect(await telling.outcome).toMatchObject({ status: 'answered', text: 'Going on.' })
    expect(world.events('turn.resumed')[0]?.data).toMatchObject({ attempt: 1 })
    expect(world.events('turn.ended')).toHaveLength(1)
    expect(world.modelCalls.at(-1)).toContain('interrupted by a crash')
  })

  test('[TEA12] an agent killed before it began the turn is replaced, and the turn is not lost', async () => {
    await open({ lines: echo })
    const telling = world.tell('hello')
    await world.event('agent.started')
    process.kill(pidNow(), 'SIGKILL')
    expect(await telling.outcome).toMatchObject({ status: 'answered', text: 'You said hello.' })
    expect(world.events('agent.started')).toHaveLength(2)
  })

  test('[TEA20] kill -9 of an idle agent is noticed; the next tell resumes', async () => {
    await open({ lines: echo })
    await world.ask('one')
    await written(world.home, 'You said one.')
    process.kill(pidNow(), 'SIGKILL')
    await world.event('agent.exited')
    expect(world.orchestrator.isAwake(world.user, 'alpha').awake).toBe(false)
    expect(await world.ask('two')).toMatchObject({ status: 'answered' })
    expect(world.modelCalls.at(-1)).toContain('one')
  })
})

describe('an agent that does not behave', () => {
  test('[TEA10] silence beyond the response clock ends the turn and the process; the next tell works', async () => {
    const clock = leapingClock()
    await openFake("init(); words('half'); if (text.includes('speak')) result('spoken')", {
      settings: { responseTimeout: hour },
      clock,
    })
    const silent = world.tell('be silent')
    const queued = world.tell('speak')
    await expect.poll(printed).toContain('half')
    clock.leap(hour)
    expect(await silent.outcome).toMatchObject({ status: 'response_timeout', text: 'half' })
    expect(await queued.outcome).toMatchObject({
      status: 'answered',
      text: 'half\n\nspoken',
      final: 'spoken',
    })
    const [ended, exited] = world.events('agent.exited', 'turn.ended')
    expect([ended?.type, exited?.type]).toEqual(['turn.ended', 'agent.exited'])
    expect(world.events('agent.started')).toHaveLength(2)
  })

  test('[TEA11] every line resets the clock', async () => {
    const clock = leapingClock()
    const enough = join(scratch, 'enough')
    const onUser = `init(); const tick = setInterval(() => { words('tick'); if (require('fs').existsSync('${enough}')) { clearInterval(tick); result('alive') } }, 20)`
    await openFake(onUser, { settings: { responseTimeout: hour }, clock })
    const telling = world.tell('go')
    for (let n = 0; n < 3; n += 1) {
      const { seq } = await world.event('agent.printed', world.daemon.log.head())
      clock.leap(0.9 * hour)
      await world.event('agent.printed', seq)
    }
    writeFileSync(enough, '')
    expect(await telling.outcome).toMatchObject({
      status: 'answered',
      text: expect.stringMatching(/^(tick\n\n)+alive$/),
      final: 'alive',
    })
  })

  test('[TEA11] an open ask stops the clock; answered, the turn goes on', async () => {
    const asks =
      "init(); say({ type: 'control_request', request_id: 'r1', request: { subtype: 'can_use_tool', tool_name: 'Bash', input: { command: 'x' }, tool_use_id: 't' } })"
    const clock = leapingClock()
    await openFake(asks, { settings: { responseTimeout: hour }, team: { grantPermission: 'ask' }, clock })
    const telling = world.tell('go')
    await world.event('ask.opened')
    for (let n = 0; n < 3; n += 1) clock.leap(hour)
    expect(world.orchestrator.findTurn(telling.turn)).toMatchObject({
      state: 'delivered',
      waitingFor: 'permission',
    })
    // The script never goes on after the answer: now the clock runs again.
    await world.answer({ choose: 'y' })
    clock.leap(hour)
    expect(await telling.outcome).toMatchObject({ status: 'response_timeout' })
  })

  test('[TEA32] garbage is recorded and hurts nobody', async () => {
    await openFake(
      "process.stdout.write('\\x00\\xff not json\\n{\"type\":\\n[]\\nnull\\n\"x\"\\n'); say({ type: 'constructor' }); say({ type: 'result', origin: { kind: 'task-notification' }, result: 'not ours' }); init(); result('fine')",
    )
    expect(await world.ask('go')).toMatchObject({ status: 'answered', text: 'fine' })
    expect(printed()).toContain('not json')
  })

  test('[TEA32] a line of 10 MB is recorded whole', async () => {
    await openFake("init(); words('x'.repeat(10_000_000)); result('long')")
    expect(await world.ask('go')).toMatchObject({ status: 'answered', text: 'long' })
    const lengths = world.events('agent.printed').map((event) => (event.data as { line: string }).line.length)
    expect(Math.max(...lengths)).toBeGreaterThan(10_000_000)
  })

  test('[TEA32] a flood of 200,000 lines is recorded while the daemon answers others', async () => {
    await openFake(
      "init(); const note = JSON.stringify({ type: 'system', subtype: 'note' }) + '\\n'; let n = 0; (function more() { while (n < 200_000) { n += 1; if (!process.stdout.write(note)) return process.stdout.once('drain', more) } result('flooded') })()",
    )
    const telling = world.tell('go')
    await world.event('turn.delivered')
    expect(await world.client.call('getHealth', {})).toMatchObject({ ok: true })
    expect(await telling.outcome).toMatchObject({ status: 'answered', text: 'flooded' })
    expect(world.daemon.log.head()).toBeGreaterThan(200_000)
  })

  test('[TEA12] a CLI that cannot start says why, and the turn ends', async () => {
    await openFake("console.error('error: unknown option --nonsense'); process.exit(1)")
    const outcome = await world.ask('go')
    expect(outcome).toMatchObject({ status: 'agent_died', advice: expect.stringContaining('--nonsense') })
    expect(world.events('agent.started').length).toBeLessThanOrEqual(3)
  })

  test('[TEA12] of a CLI that crashes the error is told, not the end of its trace', async () => {
    await openFake("throw new Error('no such thing')")
    expect(await world.ask('go')).toMatchObject({
      status: 'agent_died',
      advice: 'The process did not start: Error: no such thing',
    })
  })

  test('[TEA64] a CLI that is not there holds the turns with its path, and all are answered once it is', async () => {
    const claudePath = join(scratch, 'absent')
    await open({ lines: echo, teams: { alpha: { claudePath } } })
    const advice = expect.stringContaining(`Claude Code was not found for alpha (${claudePath})`)
    const tellings = ['one', 'two', 'three'].map((message) => world.tell(message))
    expect(await tellings[0]?.outcome).toMatchObject({ status: 'queued', waitingFor: 'agent', advice })
    const { turns } = world.orchestrator.report(world.user, { team: 'alpha' })
    expect(turns).toMatchObject([1, 2, 3].map(() => ({ how: null, waitingFor: 'agent', advice })))
    expect(world.orchestrator.sessions()).toMatchObject([
      { state: 'starting', startFailure: { reason: advice, advice: expect.stringContaining('npm install') } },
    ])
    writeFakeClaude(claudePath, "init(); result('here')")
    await expect
      .poll(() => world.events('turn.ended').map(({ data }) => (data as { how: string }).how))
      .toEqual(['answered', 'answered', 'answered'])
  })
})

describe('limits', () => {
  test('[TEA29] a team at its budget gets no further turn and no process', async () => {
    await openFake("init(); result('paid')", { team: { budget: { day: 0.4 } } })
    expect(await world.ask('one')).toMatchObject({ status: 'answered' })
    const lines = world.events('agent.printed').length
    const outcome = await world.ask('two')
    expect(outcome).toMatchObject({ status: 'budget', advice: expect.stringContaining('$0.4 a day') })
    expect(world.events('turn.delivered')).toHaveLength(1)
    expect(world.orchestrator.teams()[0]?.costTodayUsd).toBe(0.5)
    expect(lines).toBeGreaterThan(0)
  })

  test('[TEA30] at an account limit queues wait until the reset and then go on', async () => {
    const limited =
      "init(); if (text === 'limit') { const resetsAt = Math.ceil(Date.now() / 1000) + 3600; say({ type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt, rateLimitType: 'five_hour' } }); result(\"You've hit your session limit\", { is_error: true }) } else result('after')"
    const clock = leapingClock()
    await openFake(limited, { clock })
    const outcome = await world.ask('limit')
    expect(outcome).toMatchObject({ status: 'quota' })
    const waiting = world.tell('later')
    await world.event('turn.waiting')
    expect(world.orchestrator.findTurn(waiting.turn)).toMatchObject({ state: 'queued', waitingFor: 'quota' })
    clock.leap(2 * hour)
    expect(await waiting.outcome).toMatchObject({ status: 'answered', text: 'after' })
    const types = world.events('quota.reached', 'quota.lifted', 'turn.delivered').map((event) => event.type)
    // What met the limit is taken up again before what waited behind it.
    expect(types).toEqual([
      'turn.delivered',
      'quota.reached',
      'quota.lifted',
      'turn.delivered',
      'turn.delivered',
    ])
  })

  test('[TEA32] 400 tells of 20 kB leave no memory behind', async () => {
    await openFake("init(); words(text); result('x'.repeat(20_000))")
    const message = 'y'.repeat(20_000)
    const tellMany = async (count: number): Promise<number> => {
      for (let n = 0; n < count; n += 1) await world.ask(message)
      collect()
      return process.memoryUsage().heapUsed
    }
    // The newest events, up to 8 MB, are kept for readers; these tells fill that.
    const before = await tellMany(200)
    const after = await tellMany(200)
    expect((after - before) / 1024 / 1024).toBeLessThan(5)
  })
})

function collect(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}
