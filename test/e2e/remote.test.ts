import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { newId } from '../../src/contract/index.ts'
import type { AgentSpec } from '../../src/core/transport/index.ts'
import { listen } from '../../src/core/transport/listening.suite.ts'
import { startSshd, type Sshd } from '../support/sshd.ts'
import { openClaudeWorld, type ClaudeWorld } from '../support/transport.ts'

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

test('[TRA17] an agent on another machine reaches our MCP server through a tunnel; no secret is in a command line', async () => {
  const seen: (string | undefined)[] = []
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization)
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const world = await openRemoteWorld(asked)
  const agent = await world.transport.start({
    ...world.remoteSpec(),
    mcpServers: {
      iris: { url: `http://127.0.0.1:${port}/mcp`, headers: { Authorization: 'Bearer hush-hush' } },
    },
  })
  const heard = listen(agent)
  await agent.send({ uuid: randomUUID(), text: 'hello' })
  await heard.next('result')
  await expect.poll(() => seen).toContain('Bearer hush-hush')
  expect(commandLines().filter((line) => line.includes('hush-hush'))).toEqual([])
  expect(commandLines().some((line) => line.includes(`:127.0.0.1:${port}`) && line.startsWith('ssh'))).toBe(
    true,
  )
})

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
