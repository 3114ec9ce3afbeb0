import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectPipe, readLine } from '../../src/core/transport/index.ts'
import { processIdentity } from '../../src/platform/process/index.ts'
import { parsePlaybook, startRehearsal, type Rehearsal } from '../../src/rehearsal/index.ts'
import { listen } from '../../src/teamwork/notifications/world.suite.ts'
import { makeHome } from '../support/daemon.ts'
import { startDaemonProcess, type DaemonProcess } from '../support/daemon-process.ts'
import { iris } from '../support/iris.ts'
import { freePort } from '../support/ports.ts'
import { configFor, writeFakeClaude, type TeamWorldOptions } from '../support/teams.ts'

let home: string
let daemon: DaemonProcess
let rehearsal: Rehearsal
const modelCalls: string[] = []
const toEnd = { until: 'ended' as const }

beforeEach(() => {
  home = realpathSync(makeHome('iris-kill-', ''))
  modelCalls.length = 0
})
afterEach(async () => {
  await daemon.kill()
  const pipe = await connectPipe({ home, start: false, env: {} })
  await pipe.shutdown()
  await rehearsal.close()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

async function open(options: TeamWorldOptions): Promise<void> {
  rehearsal = await startRehearsal({
    playbook: parsePlaybook(`name: Test\nlines:\n${options.lines}`),
    onRequest: ({ kind }, body) => {
      if (kind === 'turn') modelCalls.push(JSON.stringify(body.messages))
    },
  })
  writeFileSync(join(home, 'config.yaml'), configFor(home, rehearsal, options))
  daemon = await startDaemonProcess(home)
}
async function killAndStart(): Promise<void> {
  await daemon.kill()
  daemon = await startDaemonProcess(home)
}
/** What the agent printed, as the pipe has it: deltas are not recorded. */
function spooled(): string[] {
  const lines = readFileSync(spool(), 'utf8').trimEnd().split('\n')
  return lines.filter((line) => readLine(line).kind !== 'delta')
}
function spool(): string {
  return join(home, 'pipe', readdirSync(join(home, 'pipe')).find((name) => name.endsWith('.out')) ?? 'none')
}
async function recorded(): Promise<string[]> {
  return (await daemon.events('agent.printed')).map((event) => (event.data as { line: string }).line)
}
const isServersFile = (name: string) => name.endsWith('.json')
const echo = '  - when: { says: "/(.+)/s" }\n    reply: "You said ${says.1}."\n'

test('[TEA18] kill -9 of the daemon in the middle of a turn: the next one ends it, with every line once and in order', async () => {
  await open({
    lines: `  - when: { says: wait }\n    reply: [{ text: "First half." }, { gate: go }, { text: "Second half." }]\n${echo}`,
  })
  const { turn } = await daemon.tell('wait')
  await rehearsal.waiting('go')
  await daemon.kill()
  rehearsal.open('go')
  await expect.poll(() => spooled().join('\n')).toContain('"type":"result"')
  daemon = await startDaemonProcess(home)
  await expect
    .poll(() => daemon.turn(turn))
    .toMatchObject({ how: 'answered', answer: expect.stringContaining('Second half.') })
  expect(modelCalls).toHaveLength(1)
  const next = await daemon.tell('next', toEnd)
  expect(next).toMatchObject({ status: 'answered', text: 'You said next.' })
  await expect.poll(async () => (await recorded()).length === spooled().length).toBe(true)
  expect(await recorded()).toEqual(spooled())
  expect(await daemon.events('turn.ended')).toHaveLength(2)
  expect(await daemon.events('agent.started')).toHaveLength(1)
})

test('[TEA18] killed again and again while an agent prints 10,000 lines, no line is missing or twice', async () => {
  // Of its three parts it prints each when it is let, so that it is at work whenever the daemon is killed.
  const part = (n: number): string => join(home, `part-${n}`)
  const claudePath = writeFakeClaude(
    join(home, 'fake'),
    `init(); const { existsSync } = require('fs'); const last = [4000, 8000, 10000]; let n = 0; (function more() {
    if (!existsSync('${join(home, 'part-')}' + last.findIndex((end) => n < end))) return setTimeout(more, 10)
    for (let k = 0; k < 25; k += 1) say({ type: 'system', subtype: 'note', n: n++ })
    if (n < 10000) setTimeout(more, 10); else result('done') })()`,
  )
  await open({ lines: echo, teams: { alpha: { claudePath } } })
  const { turn } = await daemon.tell('flood')
  for (let round = 0; round < 2; round += 1) {
    const size = (): number => (existsSync(spool()) ? statSync(spool()).size : 0)
    const before = size()
    writeFileSync(part(round), '')
    await expect.poll(size).toBeGreaterThan(before + 20_000)
    await killAndStart()
  }
  writeFileSync(part(2), '')
  await expect.poll(() => daemon.turn(turn)).toMatchObject({ how: 'answered', answer: 'done' })
  const lines = await recorded()
  const numbers = lines.flatMap((line) => /"n":(\d+)/.exec(line)?.[1] ?? []).map(Number)
  expect(numbers).toEqual(Array.from({ length: 10_000 }, (_, index) => index))
})

test('[INB27] [MCP31] kill -9 while an agent waits for a person: its call goes on with the next daemon', async () => {
  await open({
    lines: `  - when: { says: wonder }
    reply: [{ tool: { name: mcp__iris__ask_human, input: { type: blocking, text: Which port? } } }]
  - { when: { tool: mcp__iris__ask_human }, reply: 'Told: \${toolResult}' }
`,
    settings: { httpPort: await freePort() },
  })
  const { turn } = await daemon.tell('wonder')
  const asks = async () => (await daemon.asks()).map(({ ask, holds }) => ({ ask, holds }))
  await expect.poll(asks).toMatchObject([{ holds: true }])
  const [before] = await asks()
  await killAndStart()
  await expect.poll(asks).toEqual([before])
  await iris(home, ['inbox', 'answer', before!.ask, '--text', 'port 8080'])
  await expect
    .poll(() => daemon.turn(turn))
    .toMatchObject({ how: 'answered', answer: expect.stringContaining('"answer":"port 8080"') })
  expect(await daemon.events('turn.accepted')).toHaveLength(1)
})

test('[TEA19] queued turns are delivered after the restart, each once and in order', async () => {
  await open({
    lines: `  - when: { says: wait }\n    reply: [{ gate: go }, { text: "Waited." }]\n${echo}`,
  })
  const first = await daemon.tell('wait')
  const queued = await Promise.all(['one', 'two', 'three'].map((message) => daemon.tell(message)))
  await rehearsal.waiting('go')
  await killAndStart()
  rehearsal.open('go')
  const turns = [first, ...queued].map(({ turn }) => turn)
  for (const turn of turns) await expect.poll(() => daemon.turn(turn)).toMatchObject({ how: 'answered' })
  expect((await daemon.events('turn.ended')).map((event) => event.turn)).toEqual(turns)
  expect(modelCalls).toHaveLength(4)
})

test('[TEA19] a daemon killed the moment a tell was accepted delivers it after the restart', async () => {
  await open({ lines: echo })
  const { turn } = await daemon.tell('hello')
  await killAndStart()
  await expect.poll(() => daemon.turn(turn)).toMatchObject({ how: 'answered', answer: 'You said hello.' })
  expect(modelCalls).toHaveLength(1)
})

test('[TEA58] a daemon killed between spawning an agent and recording it: the next tells both and answers with another', async () => {
  await open({ lines: echo })
  const pipe = await connectPipe({ home, start: false, env: {} })
  const { pid: pipePid } = await pipe.hello()
  // Stopped, the pipe has the order in its socket; it carries it out when the daemon is gone.
  process.kill(pipePid, 'SIGSTOP')
  const { turn } = await daemon.tell('hello')
  try {
    // Written just before the order is.
    await expect.poll(() => existsSync(join(home, 'starting'))).toBe(true)
    await expect.poll(() => readdirSync(join(home, 'starting')).filter(isServersFile)).toHaveLength(1)
    await expect.poll(() => daemon.sessions()).toMatchObject([{ state: 'starting' }])
    await daemon.kill()
  } finally {
    process.kill(pipePid, 'SIGCONT')
  }
  await expect.poll(() => pipe.list()).toMatchObject([{ pid: expect.any(Number) }])
  const [spawned] = await pipe.list()
  pipe.close()
  daemon = await startDaemonProcess(home)
  await expect.poll(() => daemon.turn(turn)).toMatchObject({ how: 'answered', answer: 'You said hello.' })
  const [session] = await daemon.sessions()
  expect(await daemon.events('agent.started', 'agent.exited')).toMatchObject([
    { type: 'agent.started', agent: spawned!.id, data: { pid: spawned!.pid } },
    { type: 'agent.exited', agent: spawned!.id, data: { endedFor: 'stopped' } },
    { type: 'agent.started', data: { pid: session!.pid } },
  ])
  expect([processIdentity(spawned!.pid!), modelCalls.length]).toEqual([undefined, 1])
})

test('[TEA26] a permission that waits when the daemon is killed is answered after the restart, and the tool runs', async () => {
  const file = join(home, 'written')
  await open({
    lines: `  - when: { says: write }\n    reply: [{ tool: { name: Write, input: { file_path: '${file}', content: x } } }]\n  - when: { tool: Write }\n    reply: "Written."\n`,
    teams: { alpha: { grantPermission: 'ask' } },
  })
  const { turn } = await daemon.tell('write')
  await expect.poll(() => daemon.asks()).toHaveLength(1)
  await killAndStart()
  const [ask] = await daemon.asks()
  expect(ask).toMatchObject({ state: 'open', tool: 'Write', turn })
  expect(existsSync(file)).toBe(false)
  await daemon.allow(ask!.ask)
  await expect.poll(() => daemon.turn(turn)).toMatchObject({ how: 'answered', answer: 'Written.' })
  expect(existsSync(file)).toBe(true)
})

test('[TEA18] the agent that died while no daemon ran ends its turn as agent_died at the start', async () => {
  await open({ lines: `  - when: { says: wait }\n    reply: [{ text: Half. }, { gate: go }]\n${echo}` })
  const { turn } = await daemon.tell('wait')
  await rehearsal.waiting('go')
  const [session] = await daemon.sessions()
  await daemon.kill()
  process.kill(session!.pid!, 'SIGKILL')
  daemon = await startDaemonProcess(home)
  await expect.poll(() => daemon.turn(turn)).toMatchObject({ how: 'agent_died' })
  expect(await daemon.tell('next', toEnd)).toMatchObject({ status: 'answered' })
})

test('[NTF13] kill -9 while a crash is told: the next daemon tells it, and no later one does again', async () => {
  const isHung = (heard: number) => heard === 0
  const hook = await listen(() => (isHung(hook.heard.length - 1) ? new Promise(() => undefined) : {}))
  const claudePath = writeFakeClaude(
    join(home, 'dying'),
    "init(); process.stdout.write('', () => process.exit(3))",
  )
  await open({
    lines: echo,
    teams: { alpha: { claudePath } },
    sections: {
      agent: { completionAnalysis: { alertMethods: ['webhook'] } },
      notifications: { webhook: { url: hook.url } },
    },
  })
  expect(await daemon.tell('one', toEnd)).toMatchObject({ status: 'agent_died' })
  await hook.next()
  await killAndStart()
  await hook.next(1)
  await expect.poll(() => daemon.events('news.sent')).toHaveLength(1)
  await killAndStart()
  expect(await daemon.tell('two', toEnd)).toMatchObject({ status: 'agent_died' })
  await hook.next(2)
  await expect.poll(() => daemon.events('news.sent')).toHaveLength(2)
  const [hung, first, second] = hook.heard.map(({ body }) => body['news'] as { events: number[] }[])
  expect([first, hook.heard.length]).toEqual([hung, 3])
  expect(second?.[0]?.events[0]).toBeGreaterThan(first?.[0]?.events.at(-1) ?? Infinity)
  await hook.close()
})
