import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { newId } from '../../src/contract/index.ts'
import type { AgentSpec } from '../../src/core/transport/index.ts'
import { listen } from '../../src/core/transport/listening.suite.ts'
import { openBrowser } from '../support/browser.ts'
import { openDaemon } from '../support/daemon.ts'
import { iris } from '../support/iris.ts'
import { visit } from '../support/page.ts'
import { startSshd, type Sshd } from '../support/sshd.ts'
import { openTeams } from '../support/teams.ts'
import { claudePath, openClaudeWorld, type ClaudeWorld } from '../support/transport.ts'

let sshd: Sshd
beforeAll(async () => {
  sshd = await startSshd()
})
afterAll(() => sshd?.close())

async function openRemoteWorld(lines: string): Promise<ClaudeWorld & { remoteSpec(): AgentSpec }> {
  const world = await openClaudeWorld(() => lines)
  onTestFinished(() => world.close())
  const { env, ...spec } = world.spec()
  const { PATH = '', HOME = '', ...there } = env
  return {
    ...world,
    remoteSpec: () => ({
      ...spec,
      id: newId('agt'),
      conversation: { how: 'new', id: randomUUID() },
      env: { PATH, HOME },
      remote: { prefix: sshd.prefix, env: { ...there, HOME } },
    }),
  }
}

// Told from that of another run of the tests by the fraction.
const longCommand = `tail -f -s 1.${process.pid} story.txt`
const asked = `
  - { when: { says: hello }, reply: Hello. }
  - { when: { says: run }, reply: [{ tool: { name: Bash, input: { command: 'printf %s "$ODD"', description: Print } } }] }
  - { when: { says: wait }, reply: [{ tool: { name: Bash, input: { command: '${longCommand}', description: Wait } } }] }
  - { when: { tool: Bash }, reply: 'Got: \${toolResult}' }`

const odd = `it's "odd" $HOME \`id\` \\ & ; | * ~ #\ttab ünï 🙂`

test('[TRA16] an agent on another machine works in its folder with its variables, whatever they hold', async () => {
  const world = await openRemoteWorld(asked)
  const cwd = join(world.project, `a folder's "name" $x`)
  mkdirSync(cwd)
  const spec = world.remoteSpec()
  const agent = await world.transport.start({
    ...spec,
    cwd,
    remote: { ...spec.remote!, env: { ...spec.remote!.env, ODD: odd } },
    appendSystemPrompt: `Two lines,\nand it's "quoted" $x`,
  })
  const heard = listen(agent)
  await agent.ready()
  expect(world.modelCalls()).toBe(0)
  await agent.send({ uuid: randomUUID(), text: 'run' })
  expect(await heard.next('turn-started')).toMatchObject({ cwd })
  const { request, input } = await heard.next('asked')
  await agent.answer(request, { allow: true, input })
  expect(await heard.next('result')).toMatchObject({ end: { how: 'answered' }, text: `Got: ${odd}` })
  expect(await agent.close({ graceMs: 60_000 })).toMatchObject({ code: 0 })
})

test('[TRA16] newlines in variables and prompts arrive', async () => {
  const world = await openRemoteWorld(asked)
  const spec = world.remoteSpec()
  const agent = await world.transport.start({
    ...spec,
    remote: { ...spec.remote!, env: { ...spec.remote!.env, ODD: 'one\n\ntwo\n' } },
  })
  const heard = listen(agent)
  await agent.send({ uuid: randomUUID(), text: 'run' })
  const { request, input } = await heard.next('asked')
  await agent.answer(request, { allow: true, input })
  expect(await heard.next('result')).toMatchObject({ text: 'Got: one\n\ntwo' })
})

const toTeams = `
  - { when: { says: ask near }, reply: [{ tool: { name: mcp__iris__team_tell, input: { to: near, message: hello } } }] }
  - { when: { tool: mcp__iris__team_tell }, reply: 'Got: \${toolResult}' }
  - { when: { says: hello }, reply: Hello from here. }`

test('[TRA17] an agent on another machine has the tools of Iris, and uses them; no secret is in a command line', async () => {
  const tools: string[][] = []
  const world = await openTeams({
    lines: toTeams,
    teams: { near: {}, far: { remote: sshd.prefix.join(' '), claudePath } },
    onTools: (names) => tools.push(names.filter((name) => name.startsWith('mcp__iris__')).toSorted()),
  })
  onTestFinished(() => world.end())
  expect(await world.ask('hello', 'near')).toMatchObject({ status: 'answered' })
  expect(await world.ask('ask near', 'far')).toMatchObject({
    status: 'answered',
    text: expect.stringContaining('Hello from here.'),
  })
  expect(tools[0]).toContain('mcp__iris__team_tell')
  for (const names of tools) expect(names).toEqual(tools[0])
  const lines = commandLines()
  expect(lines.filter((line) => line.includes('iris_agent_'))).toEqual([])
  const { port } = new URL(world.daemon.url)
  expect(lines.some((line) => line.startsWith('ssh') && line.includes(`:127.0.0.1:${port}`))).toBe(true)
})

test('[TEA77] changed settings reach an awake agent on another machine at its next turn, in the same conversation', async () => {
  const world = await openTeams({
    lines: asked,
    teams: { far: { remote: sshd.prefix.join(' '), claudePath } },
  })
  onTestFinished(() => world.end())
  expect(await world.ask('hello', 'far')).toMatchObject({ status: 'answered' })
  await world.setEnvironment((env) => ({ ...env, ODD: 'mint' }))
  expect(await world.ask('run', 'far')).toMatchObject({ status: 'answered', text: 'Got: mint' })
  expect(world.modelCalls.at(-1)).toContain('hello')
  expect(world.events('agent.exited')).toMatchObject([{ data: { endedFor: 'settings' } }])
})

test('[TEA68] [DSH29] an agent that cannot reach Iris works without its tools, and everybody is told', async () => {
  // As an ssh of the user may: its config can forbid all forwarding.
  const remote = sshd.prefix.toSpliced(1, 0, '-oClearAllForwardings=yes').join(' ')
  const world = await openTeams({ lines: toTeams, teams: { far: { remote, claudePath } } })
  onTestFinished(() => world.end())
  expect(await world.ask('hello', 'far')).toMatchObject({ status: 'answered' })
  expect(world.events('agent.disconnected')).toMatchObject([{ data: { status: 'failed' } }])
  expect(world.orchestrator.teams()).toMatchObject([{ name: 'far', cutOff: 1 }])
  expect(world.orchestrator.sessions()).toMatchObject([{ to: 'far', cutOff: 'failed' }])
  const out = async (...words: string[]) => (await iris(world.home, words)).stdout
  expect(await out('teams')).toMatch(/far +cut off[^]*far: .*could not connect to Iris.*Put it to sleep/)
  expect(await out('sessions')).toMatch(/idle, cut off/)
  expect(await out('report', 'far')).toContain('Its agent could not connect to Iris (failed)')
  const browser = await openBrowser()
  onTestFinished(() => browser.close())
  const { page } = await visit(browser, world.client)
  await page.getByText('Its agent could not connect to Iris (failed)').waitFor()
  await page.goto(`${world.daemon.url}/sessions/${world.orchestrator.sessions()[0]!.session}`)
  await page.getByRole('alert').getByText('ssh must allow forwarded ports').waitFor()
})

test("[DSH68] the dashboard opens and works through a forwarded port that is not the daemon's", async () => {
  const world = await openDaemon()
  onTestFinished(() => world.end())
  const here = await sshd.forward(Number(new URL(world.daemon.url).port))
  const browser = await openBrowser()
  onTestFinished(() => browser.close())
  for (const name of ['localhost', '127.0.0.1']) {
    const link = new URL(linkIn((await iris(world.home, ['open', '--print'])).stdout))
    link.host = `${name}:${here}`
    const page = await (await browser.newContext()).newPage()
    await page.goto(link.href)
    await page.waitForURL(`http://${name}:${here}/`)
    await page.getByText('You have no team yet.').waitFor()
    // A change, which needs an Origin of ours.
    await page.goto(`http://${name}:${here}/settings`)
    await page.getByRole('tab', { name: 'This browser' }).click()
    await page.getByRole('button', { name: 'Leave' }).click()
    await page.getByText('This browser is not signed in').waitFor()
  }
})

function linkIn(printed: string): string {
  return /http\S+/.exec(printed)?.[0] ?? ''
}

test('[TRA18] an agent whose connection is lost ends, and its tools with it', async () => {
  const world = await openRemoteWorld(asked)
  const spec = world.remoteSpec()
  const agent = await world.transport.start(spec)
  const heard = listen(agent)
  await agent.send({ uuid: randomUUID(), text: 'wait' })
  await expect.poll(() => commandLines().filter((line) => line === longCommand)).toHaveLength(1)
  await agent.close({ graceMs: 0 })
  await heard.ended
  await expect.poll(() => commandLines().filter((line) => line === longCommand)).toEqual([])
  await expect.poll(() => commandLines().filter((line) => line.includes(spec.conversation.id))).toEqual([])
})

test('[TRA16] a folder that is missing over there is told', async () => {
  const world = await openRemoteWorld(asked)
  const agent = await world.transport.start({ ...world.remoteSpec(), cwd: '/no/such/folder' })
  expect(await agent.exited()).toMatchObject({ code: 1 })
  expect(await agent.complaints()).toContain('/no/such/folder')
  await expect(agent.ready()).rejects.toMatchObject({ code: 'PIPE_AGENT_GONE' })
})

function commandLines(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim()
      } catch {
        return ''
      }
    })
}
