import { once } from 'node:events'
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Ask } from '../../src/contract/index.ts'
import { freePort } from '../support/ports.ts'
import { iris, ranOf, spawnIris } from '../support/iris.ts'
import { leapingClock } from '../support/leaping-clock.ts'
import { writesPlan } from '../support/plan-lines.ts'
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

async function open(lines: string, options: Partial<TeamWorldOptions> = {}): Promise<void> {
  world = await openTeams({ lines, teams: { alpha: { grantPermission: 'ask' } }, ...options })
}
const asked = async (): Promise<Ask> => {
  await world.event('ask.opened')
  return world.openAsk()
}
/** The tools a person's own Claude Code has. */
async function mcp(): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const headers = { authorization: `Bearer ${world.daemon.token}` }
  const url = new URL('/mcp', world.daemon.url)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  return client
}

const questions = `
  - when: { says: choose }
    reply:
      - tool:
          name: AskUserQuestion
          input:
            questions:
              - { question: Which DB?, header: DB, multiSelect: false, options: [{ label: SQLite, description: one file }, { label: Postgres, description: a server }] }
              - { question: Which days?, header: Days, multiSelect: true, options: [{ label: Mon, description: m }, { label: Tue, description: t }] }
  - { when: { tool: AskUserQuestion }, reply: 'Heard: \${toolResult}' }
`

test('[INB4] [INB12] [INB31] AskUserQuestion is answered from the command line, question by question, natively', async () => {
  await open(questions)
  const telling = world.tell('choose')
  const ask = await asked()
  expect(ask).toMatchObject({ kind: 'question', source: 'ask_user_question', holds: true })
  expect((await iris(world.home, ['inbox'])).stdout).toContain('Which DB?')
  const wrong = await iris(world.home, ['inbox', 'answer', ask.ask, '1'])
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('several questions')])
  const shown = (await iris(world.home, ['inbox', 'show', ask.ask])).stdout
  expect(shown).toMatch(/1 +SQLite[\s\S]*2 +Tue[\s\S]*Told by you: choose/)
  const answered = await iris(world.home, ['inbox', 'answer', ask.ask, '1=2', '2=1', '2=Tue'])
  expect(answered.stdout).toContain('Postgres; Mon, Tue')
  expect(await telling.outcome).toMatchObject({ status: 'answered' })
  expect((await telling.outcome).text).toMatch(/"Which DB\?"="Postgres".*"Which days\?"="Mon, Tue"/)
})

const leavesPlanMode = '[{ tool: { name: ExitPlanMode, input: {} } }]'

/** The CLI may ask whether the agent may plan at all. */
async function askedForPlan(): Promise<Ask> {
  const first = await asked()
  if (first.kind === 'plan') return first
  const after = world.daemon.log.head()
  await world.answer({ choose: 'y' })
  await world.event('ask.opened', after)
  return world.openAsk()
}

test('[INB5] [INB30] a plan is sent back and then approved over MCP', async () => {
  await open(`
  - { when: { says: plan it }, reply: [{ tool: { name: EnterPlanMode, input: {} } }] }
${writesPlan('tool: EnterPlanMode', 'First this')}
  - { when: { tool: Write }, reply: ${leavesPlanMode} }
${writesPlan('tool: ExitPlanMode, toolResult: /smaller/', 'Only that')}
  - { when: { tool: ExitPlanMode }, reply: 'Done as approved.' }
`)
  const telling = world.tell('plan it')
  const first = await askedForPlan()
  expect(first).toMatchObject({ kind: 'plan', text: 'First this' })
  const client = await mcp()
  const after = world.daemon.log.head()
  await client.callTool({ name: 'inbox_answer', arguments: { ask: first.ask, text: 'make it smaller' } })
  await world.event('ask.opened', after)
  const listed = await client.callTool({ name: 'inbox_list', arguments: {} })
  expect(listed.structuredContent).toMatchObject({ open: 1, asks: [{ kind: 'plan', text: 'Only that' }] })
  await client.callTool({
    name: 'inbox_answer',
    arguments: { ask: world.openAsk().ask, choose: 'Approve' },
  })
  expect(await telling.outcome).toMatchObject({ status: 'answered', text: 'Done as approved.' })
  await client.close()
})

test('[INB5] [INB36] a plan without a word is offered to nobody: the agent is told and plans', async () => {
  await open(`
  - { when: { says: plan it }, reply: [{ tool: { name: EnterPlanMode, input: {} } }] }
  - { when: { tool: EnterPlanMode }, reply: ${leavesPlanMode} }
${writesPlan('tool: ExitPlanMode, toolResult: /no plan to approve/', 'First this')}
  - { when: { tool: Write }, reply: ${leavesPlanMode} }
  - { when: { tool: ExitPlanMode }, reply: 'Done as approved.' }
`)
  const telling = world.tell('plan it')
  expect(await askedForPlan()).toMatchObject({ kind: 'plan', text: 'First this' })
  const { asks } = world.inbox.list({ state: 'policy', limit: 10 })
  expect(asks).toMatchObject([
    { kind: 'plan', text: 'A plan without a word', answer: { by: 'iris', allow: false } },
  ])
  await world.answer({ choose: 'y' })
  expect(await telling.outcome).toMatchObject({ status: 'answered', text: 'Done as approved.' })
})

test('[TEA80] who waits no longer during a wait is sent to the ask, in the words of MCP and of HTTP', async () => {
  const clock = leapingClock()
  const hour = 3_600_000
  await open(
    `
  - { when: { says: build }, reply: [{ tool: { name: Bash, input: { command: touch built, description: Builds it } } }] }
${questions}`,
    { clock, teams: { alpha: { grantPermission: 'ask' }, beta: { grantPermission: 'ask' } } },
  )
  const client = await mcp()
  const overMcp = client.callTool({
    name: 'team_tell',
    arguments: { to: 'alpha', message: 'build', timeout: hour },
  })
  const overHttp = world.client.call('tellTeam', { to: 'beta', message: 'choose', timeout: hour })
  await expect.poll(() => world.inbox.list({ state: 'open', limit: 9 }).open).toBe(2)
  clock.leap(hour)
  const told = (await overMcp).structuredContent as { ask: string; advice: string }
  expect(told).toMatchObject({ status: 'needs_permission', waitingFor: 'permission' })
  expect(told.advice).toContain(`until ${told.ask} is answered: it wants to use Bash: touch built.`)
  expect(told.advice).toContain(`inbox_answer {"ask": "${told.ask}"}`)
  const asked = await overHttp
  expect(asked).toMatchObject({ status: 'needs_answer', waitingFor: 'question' })
  expect(asked.advice).toMatch(
    new RegExp(
      `asks: Which DB\\? Which days\\?\\.[^]*POST /api/asks/${asked.ask}/answer[^]*GET /api/teams/beta/turns`,
    ),
  )
  await client.close()
})

const asking = (type: string) => `
  - when: { says: /The answer/ }
    reply: 'Then so.'
  - when: { says: wonder }
    reply: [{ tool: { name: mcp__iris__ask_human, input: { type: ${type}, text: Which port?, options: [{ label: '80' }, { label: '8080', recommended: true }] } } }]
  - { when: { tool: mcp__iris__ask_human }, reply: 'Told: \${toolResult}' }
`

test('[INB13] [INB27] a blocking ask_human waits and gets its answer over HTTP', async () => {
  await open(asking('blocking'))
  const telling = world.tell('wonder')
  const ask = await asked()
  expect(ask).toMatchObject({ source: 'ask_human', team: 'alpha', turn: telling.turn })
  await expect.poll(() => world.openAsk().holds).toBe(true)
  expect(world.orchestrator.sessions()[0]?.state).toBe('waiting')
  const { turn, said } = await world.client.call('getAsk', { ask: ask.ask })
  expect([turn?.message, said]).toEqual(['wonder', ''])
  await world.client.call('answerAsk', { ask: ask.ask, choose: '80' })
  expect((await telling.outcome).text).toMatch(/Told: .*"answer":"80"/)
})

test('[INB14] [INB27] any other ask_human goes on; an answer against its default comes as the next turn', async () => {
  await open(asking('clarifying'))
  expect((await world.ask('wonder')).text).toMatch(/"status":"filed"/)
  const after = world.daemon.log.head()
  const answered = await world.answer({ choose: '80' })
  expect(answered.answer).toMatchObject({ source: 'user' })
  await world.event('turn.ended', after)
  const { turns } = world.orchestrator.report(world.user, { team: 'alpha' })
  expect(turns.at(-1)).toMatchObject({
    message: 'You asked: Which port?\n\nThe answer: 80',
    answer: 'Then so.',
  })
})

test('[INB12] [INB26] JSON in the words of an agent is filed; answered after a restart, the same session goes on', async () => {
  const question = JSON.stringify({
    question: { type: 'blocking', text: 'Ship it?', options: ['yes', 'no'] },
  })
  await open(`
  - { when: { says: /The answer/ }, reply: 'I ship.' }
  - { when: { says: build }, reply: 'Built. ${question.replaceAll("'", "''")}' }
`)
  const { session } = await world.ask('build')
  const ask = world.openAsk()
  expect(ask).toMatchObject({ source: 'json', type: 'blocking', session, default: null })
  await world.restart()
  expect((await world.client.call('getAsk', { ask: ask.ask })).said).toContain('Built.')
  const after = world.daemon.log.head()
  await world.client.call('answerAsk', { ask: ask.ask, choose: 'yes' })
  expect(await world.event('turn.ended', after)).toMatchObject({ session, data: { preview: 'I ship.' } })
  expect(world.inbox.view(ask.ask).carriedAt).not.toBeNull()
})

test('[INB27] [MCP31] an ask_human whose call a restart cut goes on waiting and gets its answer', async () => {
  await open(asking('blocking'), { settings: { httpPort: await freePort() } })
  const telling = world.tell('wonder')
  await asked()
  await expect.poll(() => world.openAsk().holds).toBe(true)
  telling.stopWaiting()
  await world.restart()
  await expect.poll(() => world.openAsk().holds).toBe(true)
  await world.answer({ choose: '8080' })
  await expect
    .poll(() => world.orchestrator.findTurn(telling.turn))
    .toMatchObject({ how: 'answered', answer: expect.stringContaining('"answer":"8080"') })
  expect(world.orchestrator.report(world.user, { team: 'alpha' }).turns).toHaveLength(1)
})

test('[INB27] [MCP31] what is answered before the agent comes back is its next message', async () => {
  await open(asking('blocking'), { settings: { httpPort: await freePort() } })
  const telling = world.tell('wonder')
  const { ask } = await asked()
  await expect.poll(() => world.openAsk().holds).toBe(true)
  telling.stopWaiting()
  await world.restart()
  await world.client.call('answerAsk', { ask, choose: '80' })
  const turns = () => world.orchestrator.report(world.user, { team: 'alpha' }).turns
  await expect.poll(() => turns().at(-1)?.answer).toBe('Then so.')
  expect(turns()[0]).toMatchObject({ how: 'answered', answer: expect.stringContaining('answered meanwhile') })
})

test('[INB27] an ask_human that nobody comes back for is answered as a turn', async () => {
  const clock = leapingClock()
  await open(asking('blocking'), { settings: { responseTimeout: '1h' }, clock })
  const telling = world.tell('wonder')
  const ask = await asked()
  await expect.poll(() => world.openAsk().holds).toBe(true)
  telling.stopWaiting()
  // Somebody takes the port meanwhile: the agent cannot find the next daemon.
  await world.daemon.close('test')
  const squatter = createServer((socket) => socket.destroy())
  squatter.listen(Number(new URL(world.daemon.url).port), '127.0.0.1')
  await once(squatter, 'listening')
  onTestFinished(() => void squatter.close())
  await world.restart()
  expect(world.openAsk()).toMatchObject({ ask: ask.ask, holds: false })
  // Its silence counts again.
  clock.leap(3_600_000)
  await expect.poll(() => world.orchestrator.findTurn(telling.turn).how).not.toBeNull()
  await world.answer({ choose: '8080' })
  await expect
    .poll(() => world.orchestrator.report(world.user, { team: 'alpha' }).turns.at(-1))
    .toMatchObject({ message: expect.stringContaining('The answer: 8080'), answer: 'Then so.' })
})

test('[INB10] [INB11] [INB31] always allow: asked once on a terminal with one keystroke, then allowed by its grant', async () => {
  const write = `{ tool: { name: Write, input: { file_path: '${scratch}/out', content: x } } }`
  await open(`
  - { when: { says: write }, reply: [${write}] }
  - { when: { tool: Write }, reply: 'Written.' }
`)
  const telling = world.tell('write')
  const ask = await asked()
  const terminal = spawnIris(world.home, ['inbox', 'answer'], { terminal: true })
  const ran = ranOf(terminal)
  let screen = ''
  terminal.stdout?.on('data', (chunk: Buffer) => (screen += chunk.toString('utf8')))
  // The keys are drawn a moment before they are listened to.
  await expect
    .poll(() => {
      if (screen.includes('q  leave') && terminal.exitCode === null) terminal.stdin?.write('a')
      return screen
    })
    .toContain('That was all.')
  await ran
  expect(screen).toContain(`Write(${scratch}/out)`)
  expect(await telling.outcome).toMatchObject({ status: 'answered', text: 'Written.' })
  rmSync(join(scratch, 'out'))
  expect(await world.ask('write again')).toMatchObject({ status: 'answered' })
  expect(existsSync(join(scratch, 'out'))).toBe(true)
  expect(world.events('ask.opened')).toHaveLength(1)
  const grants = await iris(world.home, ['inbox', 'grants', '--json'])
  expect(JSON.parse(grants.stdout)).toMatchObject({
    grants: [{ allows: `Write(${scratch}/out)`, team: 'alpha', used: 1, ask: ask.ask }],
  })
  const { asks } = await world.client.call('listAsks', { state: 'policy' })
  expect(asks[0]?.answer).toMatchObject({ source: 'policy', by: `grant Write(${scratch}/out)` })
})

test('[INB28] every agent is told how to ask, unless its team is not', async () => {
  const systems: string[] = []
  await open("  - reply: 'Hello.'\n", {
    teams: { alpha: { appendSystemPrompt: 'Be brief.' }, beta: { questioning: false } },
    onSystem: (system) => systems.push(system),
  })
  await world.ask('hi', 'alpha')
  expect(systems.at(-1)).toMatch(/Be brief\.[\s\S]*Asking the people you work for[\s\S]*celebratory/)
  await world.ask('hi', 'beta')
  expect(systems.at(-1)).not.toContain('Asking the people you work for')
})

test('[INB8] [INB29] [INB30] a delegate sees and answers what it may over MCP, and no agent its own', async () => {
  await open(
    `
  - { when: { says: write }, reply: [{ tool: { name: Write, input: { file_path: '${scratch}/out', content: x } } }] }
  - { when: { tool: Write }, reply: 'Written.' }
  - { when: { says: decide }, reply: [{ tool: { name: mcp__iris__inbox_list, input: {} } }] }
  - when: { tool: mcp__iris__inbox_list, toolResult: '/(ask_[0-9a-z]{26})/' }
    reply: [{ tool: { name: mcp__iris__inbox_answer, input: { ask: '\${toolResult.1}', choose: y } } }]
  - { when: { tool: mcp__iris__inbox_list }, reply: 'Nothing for me.' }
  - { when: { tool: mcp__iris__inbox_answer }, reply: 'Decided.' }
`,
    { teams: { alpha: { grantPermission: 'ask', answerers: ['gamma'] }, beta: {}, gamma: {} } },
  )
  const telling = world.tell('write')
  const ask = await asked()
  expect(await world.ask('decide', 'beta')).toMatchObject({ text: 'Nothing for me.' })
  expect(await world.ask('decide', 'gamma')).toMatchObject({ text: 'Decided.' })
  expect(await telling.outcome).toMatchObject({ text: 'Written.' })
  expect(world.inbox.view(ask.ask).answer).toMatchObject({ source: 'delegate', by: 'gamma', allow: true })
})
