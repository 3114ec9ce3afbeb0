import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { homeFiles } from '../../src/contract/index.ts'
import { openAgentSecrets } from '../../src/core/tokens/index.ts'
import { heard, openTeams, type TeamWorld, type TeamWorldOptions } from '../support/teams.ts'

const lines = `
  - { when: { says: look }, reply: [{ tool: { name: Bash, input: { command: 'env; tr "\\\\0" "\\\\n" </proc/$PPID/environ; tr "\\\\0" " " </proc/$PPID/cmdline', description: Look } } }] }
  - { when: { tool: Bash }, reply: 'Got: \${toolResult}' }
  - { when: { says: later }, reply: [{ text: One moment. }, { gate: go }, { tool: { name: mcp__iris__team_tell, input: { to: beta, message: hello } } }] }
  - { when: { tool: mcp__iris__team_tell }, reply: 'Beta: \${toolResult}' }
  - { when: { says: hello }, reply: Hello. }`

async function open(options: TeamWorldOptions = {}): Promise<TeamWorld> {
  const world = await openTeams({ lines, teams: { alpha: {}, beta: {} }, ...options })
  onTestFinished(() => world.end())
  return world
}

/** The secret of the process that a team has now. */
function secretOf(world: TeamWorld, team: string): string {
  const agent = world.orchestrator.sessions().find(({ to }) => to === team)?.agent
  return openAgentSecrets(homeFiles(world.home).agentKey).secretFor(agent!)
}
const statusOf = async (world: TeamWorld, secret: string) =>
  (await fetch(`${world.daemon.url}/api/teams`, { headers: { authorization: `Bearer ${secret}` } })).status

test('[TEA69] a secret is worth something while its process lives, and each process has one of its own', async () => {
  const world = await open()
  await world.ask('hello')
  const first = secretOf(world, 'alpha')
  expect(await statusOf(world, first)).toBe(200)
  await world.orchestrator.sleep(world.user, 'alpha', { force: false })
  expect(await statusOf(world, first)).toBe(401)
  await world.ask('hello')
  const second = secretOf(world, 'alpha')
  expect([second === first, await statusOf(world, first), await statusOf(world, second)]).toEqual([
    false,
    401,
    200,
  ])
  process.kill(world.orchestrator.sessions()[0]!.pid!, 'SIGKILL')
  await expect.poll(() => statusOf(world, second)).toBe(401)
  await world.ask('hello')
  const third = secretOf(world, 'alpha')
  await world.orchestrator.remove(world.user, 'alpha')
  expect(await statusOf(world, third)).toBe(401)
})

test('[TEA69] a secret is that of one session: it shows and ends nothing of another', async () => {
  const world = await open()
  await world.ask('hello', 'alpha')
  await world.ask('hello', 'beta')
  const headers = { authorization: `Bearer ${secretOf(world, 'beta')}` }
  const { session } = world.orchestrator.sessions().find(({ to }) => to === 'alpha')!
  for (const [path, method] of [
    [`/api/sessions/${session}`, 'GET'],
    ['/api/sessions', 'GET'],
    ['/api/teams/alpha/sleep', 'POST'],
    ['/api/tokens', 'GET'],
  ] as const)
    expect([path, (await fetch(world.daemon.url + path, { method, headers })).status]).toEqual([path, 403])
})

test('[TEA69] neither what an agent runs nor its process holds the secret in its environment or command line', async () => {
  const world = await open()
  const { text } = await world.ask('look')
  expect(text).toContain('HOME=')
  expect(text).toContain('--mcp-config=')
  expect(text).not.toContain('iris_agent_')
  expect(readdirSync(join(world.home, 'starting'))).toEqual([])
})

test('[TEA69] [DMN18] an agent at work reaches the next daemon, which takes the port of the last', async () => {
  const world = await open()
  const { url } = world.daemon
  const telling = world.tell('later')
  await heard(telling, 'One moment.')
  const secret = secretOf(world, 'alpha')
  await world.restart()
  expect(world.daemon.url).toBe(url)
  expect(await statusOf(world, secret)).toBe(200)
  world.rehearsal.open('go')
  await expect
    .poll(() => world.orchestrator.findTurn(telling.turn))
    .toMatchObject({ how: 'answered', answer: expect.stringContaining('Hello.') })
})

test('[DMN18] when another program has taken the port, agents at work are told to have lost Iris', async () => {
  const world = await open()
  const { url } = world.daemon
  const telling = world.tell('later')
  await heard(telling, 'One moment.')
  await world.daemon.close('test')
  const squatter = createServer((socket) => socket.destroy()).listen(Number(new URL(url).port), '127.0.0.1')
  await once(squatter, 'listening')
  onTestFinished(() => void squatter.close())
  await world.restart()
  expect(world.daemon.url).not.toBe(url)
  expect(world.events('agent.disconnected')).toMatchObject([{ data: { status: 'moved' } }])
  expect(world.orchestrator.sessions()).toMatchObject([{ to: 'alpha', cutOff: 'moved' }])
  expect(readFileSync(homeFiles(world.home).log, 'utf8')).toContain('the port of before is taken')
  world.rehearsal.open('go')
  await expect.poll(() => world.orchestrator.findTurn(telling.turn).how).toBe('answered')
  await world.orchestrator.sleep(world.user, 'alpha', { force: false })
  await world.ask('hello')
  expect(world.orchestrator.sessions()).toMatchObject([{ to: 'alpha', cutOff: null }])
  expect(existsSync(join(world.home, 'last-url'))).toBe(true)
})
