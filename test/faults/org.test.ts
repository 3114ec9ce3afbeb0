import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stringify } from 'yaml'
import type { Org } from '../../src/contract/index.ts'
import { connectPipe } from '../../src/core/transport/index.ts'
import { clientOf, makeHome } from '../support/daemon.ts'
import { startDaemonProcess, type DaemonProcess } from '../support/daemon-process.ts'
import { startIrcPerson, type IrcPerson } from '../support/irc-person.ts'
import { pointsOf, randomFrom, seedOf } from '../support/points.ts'
import { freePort } from '../support/ports.ts'
import { writeFakeClaude } from '../support/teams.ts'
import { endPipe } from '../support/victims.ts'

let home: string
let shop: string
let at: { port: number; token: string }
let daemon: DaemonProcess
let people: IrcPerson[]
const git = (...args: string[]) =>
  execFileSync('git', ['-C', shop, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim()

/** Calls tools of Iris, again while nobody answers or it says too much at once; one with an id of its own says nothing twice. */
const tools = `
const servers = process.argv.find((word) => word.startsWith('--mcp-config=')).slice(13)
const { iris } = JSON.parse(require('fs').readFileSync(servers, 'utf8')).mcpServers
const use = async (name, args) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } })
  const headers = { ...iris.headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  for (let tries = 0; tries < 600; tries += 1) {
    try {
      const said = await (await fetch(iris.url, { method: 'POST', headers, body })).text()
      const line = said.split('\\n').find((one) => one.includes('"result"'))
      if (line && !line.includes('CHAT_RATE')) return line.slice(line.indexOf('{'))
    } catch {}
    await new Promise((then) => setTimeout(then, 50))
  }
  throw new Error('nobody answers')
}
const post = (n, channel, body) => use('chat_send', { channel, body, message: 'msg_' + String(n).padStart(26, '0') })
`

/** All look what is there before they act, as who was killed in between must; a conversation remembers what it was told. */
const agent = `
const fs = require('fs')
init()
const isManager = process.cwd().includes('agent-task-')
const memory = process.argv[1] + '-' + require('path').basename(id, '.jsonl')
if (/You hand over now|You take over|many: /.test(text)) fs.writeFileSync(memory, text)
const told = fs.existsSync(memory) ? fs.readFileSync(memory, 'utf8') : ''
const lead = async () => {
  if (!(await use('task_list', {})).includes('shop-1'))
    await use('task_create', { team: 'shop', title: 'Say hello', files: [{ path: 'hello.txt', action: 'CREATE' }], check: { command: 'grep -q hello hello.txt', expected: {} } })
  if (!(await use('chat_read', { channel: '#standup-shop' })).includes('TASK: shop-1'))
    await post(1, '#standup-shop', 'TASK: shop-1 say hello')
  return 'It is with a manager.'
}
const begin = async () => {
  fs.writeFileSync('hello.txt', 'half')
  await post(2, '#standup-shop', 'Planned.')
  const usage = { input_tokens: 10, cache_read_input_tokens: 161990 }
  say({ type: 'assistant', session_id: id, message: { id: 'm', model: 'fake', usage, content: [{ type: 'text', text: 'Half.' }] } })
  return 'Half.'
}
const leave = async () => {
  const page = /Handoffs.[\\w-]+/.exec(told)[0]
  const written = '## What was done\\n\\nhalf, on task/shop-1\\n\\n## What is left\\n\\nthe rest\\n\\n## Open questions\\n\\nnone\\n'
  if (!(await use('wiki_read', { page })).includes('the rest')) await use('wiki_write', { page, text: written })
  return 'Handed.'
}
const end = async () => {
  fs.writeFileSync('hello.txt', 'hello')
  return 'Done.'
}
const key = require('path').basename(process.cwd()).replace('agent-task-', '')
const one = async () => {
  fs.writeFileSync(key + '.txt', key)
  return 'Done.'
}
const many = async (count) => {
  for (let n = 1; n <= count; n += 1) await post(n, '#standup-shop', 'TASK: shop-' + n)
  fs.rmSync(memory)
  return 'They are with managers.'
}
const wanted = /many: (\\d+)/.exec(told)
const isMany = fs.existsSync(process.argv[1] + '-many')
const manage = () => (isMany ? one() : told.includes('You hand over now') ? leave() : told ? end() : begin())
void (isManager ? manage() : wanted ? many(Number(wanted[1])) : lead()).then((said) => setTimeout(() => result(said), 200))`

beforeEach(async () => {
  const port = await freePort()
  home = realpathSync(makeHome('iris-org-', ''))
  shop = join(home, 'shop')
  mkdirSync(shop)
  execFileSync('git', ['init', '-q', '-b', 'main', shop])
  git('config', 'user.name', 'Ann')
  git('config', 'user.email', 'ann@example.org')
  writeFileSync(join(shop, 'README.md'), 'A shop\n')
  git('add', '-A')
  git('commit', '-qm', 'one')
  const claudePath = writeFakeClaude(join(home, 'claude'), agent, tools)
  const config = {
    settings: { httpPort: 0 },
    agent: { enabled: false },
    irc: { port },
    teams: { shop: { path: shop, claudePath } },
  }
  writeFileSync(join(home, 'config.yaml'), stringify(config))
  daemon = await startDaemonProcess(home)
  at = { port, token: (await clientOf(home).call('createToken', { name: 'irc' })).secret }
  people = []
})
afterEach(async () => {
  for (const person of people) await person.kill()
  await daemon.kill()
  await endPipe(home)
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

const steps = [
  'message.posted',
  'turn.accepted',
  'turn.delivered',
  'task.created',
  'org.tasked',
  'build.started',
  'org.dispatched',
  'lease.granted',
  'worktree.made',
  'seat.opened',
  'work.told',
  'task.started',
  'turn.ended',
  'shift.due',
  'page.changed',
  'shift.ended',
  'check.started',
  'check.ended',
  'task.ended',
  'build.ended',
  'seat.closed',
] as const
type Step = (typeof steps)[number]
const shiftSteps = new Set<Step>(['shift.due', 'page.changed', 'shift.ended'])
type Victim = 'daemon' | 'pipe' | 'client' | 'em' | 'manager' | 'all'

const others: Record<Exclude<Victim, 'daemon'>, readonly Step[]> = {
  pipe: [
    'message.posted',
    'turn.delivered',
    'org.tasked',
    'worktree.made',
    'task.started',
    'turn.ended',
    'shift.due',
    'page.changed',
    'shift.ended',
    'build.ended',
  ],
  client: ['message.posted', 'org.tasked', 'seat.opened', 'shift.ended', 'check.started', 'seat.closed'],
  em: ['turn.delivered', 'task.created', 'org.tasked', 'shift.ended', 'seat.closed'],
  manager: ['seat.opened', 'work.told', 'task.started', 'shift.due', 'page.changed', 'shift.ended'],
  all: ['task.created', 'lease.granted', 'task.started', 'shift.due', 'shift.ended', 'task.ended'],
}
const points = pointsOf('kill -9 between TASK: and the end of its task', [
  ...steps.map((step): [Victim, Step] => ['daemon', step]),
  ...(['pipe', 'client', 'em', 'manager', 'all'] as const).flatMap((victim) =>
    others[victim].map((step): [Victim, Step] => [victim, step]),
  ),
])

test.each(points)(
  '[ORG15] [ORG18] [ORG23] [ORG28] [ORG29] [ORG32] kill -9 of %s after %s: the task is given out once, handed over once and done, everybody heard so once, and nothing is left behind',
  async (victim, step) => {
    await clientOf(home).call('startOrg', { team: 'shop' })
    const em = (await org()).seats.find(({ key }) => key === 'em')
    const { events: before } = await clientOf(home).call('getStatus', {})
    const person = await come()
    person.say('#project-shop', 'TASK: we need a greeting')
    await first(step, before)
    await kill(victim, person)
    await expect.poll(isOver, { timeout: 60_000 }).toBe(true)
    const { seats, dispatches } = await org()
    expect(dispatches).toMatchObject([{ task: 'shop-1', build: 'shop-b1', state: 'ended', why: 'complete' }])
    expect(seats).toMatchObject([
      { key: 'em', name: em?.name, session: em?.session, shifts: [{ how: null }] },
      { key: 'shop-1', state: 'closed', shifts: [{ how: 'done' }, { how: 'handed_over' }] },
    ])
    const client = clientOf(home)
    const { tasks } = await client.call('listTasks', { team: 'shop' })
    expect(tasks).toMatchObject([{ key: 'shop-1', status: 'complete' }])
    expect(git('show', 'build/shop-b1:hello.txt')).toBe('hello')
    expect(await client.call('listLeases', {})).toMatchObject({ leases: [], waits: [] })
    expect(git('worktree', 'list').split('\n')).toHaveLength(1)
    expect(git('status', '--porcelain')).toBe('')
    expect(agentsIn(isCheckout)).toEqual([])
    expect((await said('#project-shop')).filter((body) => body.startsWith('TASK:'))).toHaveLength(1)
    const standup = await said('#standup-shop')
    for (const words of [
      /^TASK: shop-1/,
      /goes to a manager/,
      /takes shop-1/,
      /^Planned\.$/,
      /hands shop-1 over/,
      /is complete/,
    ])
      expect(
        standup.filter((body) => words.test(body)),
        String(words),
      ).toHaveLength(1)
    await seesOnce(/PRIVMSG|NOTICE/, 'is complete: its check passed')
  },
  120_000,
)

test('[ORG17] [ORG29] of many TASK: messages, each worked by an agent in a checkout, none is lost and none given out twice while the daemon is killed again and again', async () => {
  const isWhole = process.env['IRIS_FAULTS'] === 'all'
  const [count, kills] = isWhole ? [30, 10] : [3, 1]
  const seed = seedOf()
  const random = randomFrom(seed)
  writeFileSync(join(home, 'claude-many'), '')
  await clientOf(home).call('startOrg', { team: 'shop' })
  for (let n = 1; n <= count; n += 1) {
    const path = `shop-${n}.txt`
    const check = { command: `grep -q shop ${path}`, expected: { exit: 0 } }
    const files = [{ path, action: 'CREATE' as const }]
    await clientOf(home).call('createTask', { team: 'shop', title: `Write ${n}`, files, check })
  }
  await clientOf(home).call('postMessage', { channel: '#project-shop', body: `TASK: many: ${count}` })
  const often = steps.slice(steps.indexOf('org.tasked')).filter((step) => !shiftSteps.has(step))
  for (let killed = 0; killed < kills; killed += 1) {
    const { events: before } = await clientOf(home).call('getStatus', {})
    await first(often[Math.floor(random() * often.length)] ?? 'build.ended', before)
    await killDaemon()
  }
  const complete = async () => {
    const { tasks } = await clientOf(home).call('listTasks', { team: 'shop', status: 'complete', limit: 200 })
    return tasks.length
  }
  await expect.poll(complete, { timeout: 600_000, interval: 500 }).toBe(count)
  const keys = Array.from({ length: count }, (_, n) => `shop-${n + 1}`)
  const started = (await daemon.events('build.started')).map(({ data }) =>
    String(Reflect.get(Object(data), 'tasks')),
  )
  expect(new Set(started), `seed ${seed}`).toEqual(new Set(keys))
  expect(started).toHaveLength(count)
  expect(await daemon.events('org.dispatched')).toHaveLength(count)
  expect(await daemon.events('org.tasked')).toHaveLength(count)
}, 900_000)

const org = (): Promise<Org> => clientOf(home).call('getOrg', { project: 'shop' })

async function said(channel: string): Promise<string[]> {
  const { messages } = await clientOf(home).call('readMessages', { channel })
  return messages.map(({ body }) => body)
}

async function come(): Promise<IrcPerson> {
  const person = await startIrcPerson(at)
  people.push(person)
  person.join('#standup-shop')
  return person
}

/** Waits for the first event of a type after a number. */
async function first(step: Step, after: number): Promise<void> {
  for await (const { type } of clientOf(home).events({ types: [step, 'seat.closed'], after }))
    if (type === step || type === 'seat.closed') return
}

/** Whether the task is done and the EM, who is told so, rests. */
async function isOver(): Promise<boolean> {
  const { dispatches, seats } = await org()
  const em = seats.find(({ key }) => key === 'em')
  if (dispatches[0]?.state !== 'ended' || em?.state !== 'idle') return false
  const told = await daemon.events('turn.accepted', 'turn.ended')
  const own = told.filter(({ session }) => session === em.session)
  const accepted = own.filter(({ type }) => type === 'turn.accepted')
  const isTold = accepted.some(({ data }) => JSON.stringify(data).includes('is complete'))
  return isTold && accepted.length * 2 === own.length
}

/** Who was cut off comes back and is shown what it missed: in all it heard it once. */
async function seesOnce(how: RegExp, words: string): Promise<void> {
  await come()
  const shown = () =>
    people.flatMap(({ lines }) => lines.filter((line) => how.test(line) && line.includes(words)))
  await expect.poll(shown).toHaveLength(1)
}

async function kill(victim: Victim, person: IrcPerson): Promise<void> {
  switch (victim) {
    case 'daemon':
      return killDaemon()
    case 'pipe':
      return killPipe()
    case 'client':
      return person.kill()
    case 'em':
      return killAgent((folder) => folder === shop)
    case 'manager':
      return killAgent(isCheckout)
    case 'all':
      await person.kill()
      await killPipe()
      for (const pid of agentsIn(() => true)) end(pid)
      await killDaemon()
  }
}

async function killDaemon(): Promise<void> {
  await daemon.kill()
  daemon = await startDaemonProcess(home)
}

const isCheckout = (folder: string): boolean => folder.includes('agent-task-')

/** It may be about to start. */
async function killAgent(where: (folder: string) => boolean): Promise<void> {
  await expect.poll(() => agentsIn(where), { interval: 5 }).not.toEqual([])
  for (const pid of agentsIn(where)) end(pid)
}

async function killPipe(): Promise<void> {
  const pipe = await connectPipe({ home, start: false, env: {} }).catch(() => undefined)
  if (!pipe) return
  const { pid } = await pipe.hello()
  process.kill(pid, 'SIGKILL')
  await pipe.closed
}

/** The agents of this home in some folders: they are started by its own program. */
function agentsIn(where: (folder: string) => boolean): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const isOurs = readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(join(home, 'claude'))
      return isOurs && where(readlinkSync(`/proc/${name}/cwd`)) ? [Number(name)] : []
    } catch {
      // It has ended meanwhile.
      return []
    }
  })
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}
