import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { callNames, calls, homeFiles, IrisError, paths } from '../../src/contract/index.ts'
import { createClient, type Client } from '../../src/client/index.ts'
import { openAgentSecrets } from '../../src/core/tokens/index.ts'
import { call, mcpClients } from '../../src/surface/mcp/clients.suite.ts'
import { iris } from '../support/iris.ts'
import { openTeams, type TeamWorld } from '../support/teams.ts'

let world: TeamWorld
const clients = mcpClients(() => world.daemon.url)
const processes: ChildProcess[] = []
beforeAll(async () => {
  world = await openTeams({
    lines: '  - { when: { says: hello }, reply: Hello. }\n',
    teams: { shop: {}, other: {} },
  })
})
afterAll(async () => {
  for (const child of processes) child.kill('SIGKILL')
  await clients.end()
  await world.end()
})

const json = async (...args: string[]) => JSON.parse((await iris(world.home, [...args, '--json'])).stdout)
const addTask = (title: string, files: string[], team = 'shop') =>
  world.client.call('createTask', {
    team,
    title,
    files: files.map((path) => ({ path, action: 'UPDATE' as const })),
  })

/** A client with the token of a worker, and a process that Iris can see. */
async function workerOn(task: string): Promise<{ worker: Client; secret: string; child: ChildProcess }> {
  const { secret } = await world.client.call('createToken', { name: `on ${task}`, role: 'worker', task })
  const child = spawn('sleep', ['600'])
  processes.push(child)
  const worker = createClient({ url: world.daemon.url, token: secret })
  await worker.call('registerWorker', { task, pid: child.pid! })
  return { worker, secret, child }
}

async function codeOf(refused: Promise<unknown>): Promise<string> {
  const error: unknown = await refused.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof IrisError ? error.code : String(error)
}

test('[LEA17] [LEA18] [LEA11] a person sees who holds what and who waits, and ends a lease; a process that dies frees its own', async () => {
  const [one, two] = [await addTask('One', ['src/a.ts', 'src/b.ts']), await addTask('Two', ['src/a.ts'])]
  const first = await workerOn(one.key)
  const second = await workerOn(two.key)
  const taken = await first.worker.call('takeLease', { task: one.key })
  expect(taken).toMatchObject({ status: 'held', files: ['src/a.ts', 'src/b.ts'] })
  expect(await second.worker.call('takeLease', { task: two.key })).toMatchObject({
    status: 'waiting',
    waitsFor: [{ task: one.key, files: ['src/a.ts'] }],
  })
  const shown = await iris(world.home, ['leases'])
  expect(shown.stdout).toContain(`on ${one.key}`)
  expect(shown.stdout).toMatch(new RegExp(`${two.key} has waited .* for ${one.key} \\(src/a.ts\\)\\.`))
  expect(await json('leases')).toMatchObject({ leases: [{ key: one.key }], waits: [{ key: two.key }] })
  const unsure = await iris(world.home, ['leases', 'release', one.key])
  expect([unsure.code, unsure.stderr]).toEqual([2, expect.stringContaining('--yes')])
  expect(await json('leases', 'release', one.key, '--yes')).toMatchObject({
    released: { key: one.key, fence: taken.fence },
  })
  expect(await codeOf(first.worker.call('checkpointLease', { task: one.key, fence: taken.fence! }))).toBe(
    'LEASE_STALE',
  )
  const patient = first.worker.call('takeLease', { task: one.key, waitMs: 60_000 })
  second.child.kill('SIGKILL')
  expect(await patient).toMatchObject({ status: 'held' })
  expect(await codeOf(second.worker.call('takeLease', { task: two.key }))).toBe('LEASE_NOT_REGISTERED')
})

test('[LEA20] a worker plans, leases and releases its own task alone, and sees its own project alone', async () => {
  const [own, beside] = [await addTask('Own', ['src/own.ts']), await addTask('Beside', ['src/beside.ts'])]
  const far = await addTask('Far', ['x.ts'], 'other')
  const { worker, secret } = await workerOn(own.key)
  const files = [{ path: 'src/own.ts', action: 'UPDATE' as const }]
  const check = { command: 'npm test', expected: { exit: 0 } }
  expect(await worker.call('planTask', { task: own.key, files, check })).toMatchObject({ check })
  const weaker = { command: 'true', expected: { exit: 0 } }
  expect(await codeOf(worker.call('planTask', { task: own.key, files, check: weaker }))).toBe(
    'TASK_CHECK_SET',
  )
  for (const task of [beside.key, far.key])
    for (const refused of [
      () => worker.call('planTask', { task, files }),
      () => worker.call('registerWorker', { task, pid: process.pid }),
      () => worker.call('takeLease', { task }),
      () => worker.call('checkpointLease', { task, fence: 1 }),
      () => worker.call('releaseLease', { task }),
    ])
      expect([task, await codeOf(refused())]).toEqual([task, 'TASK_NOT_YOURS'])
  const { tasks } = await worker.call('listTasks', {})
  expect(new Set(tasks.map(({ project }) => project))).toEqual(new Set(['shop']))
  expect(await worker.call('getTask', { task: beside.key })).toMatchObject({ key: beside.key })
  for (const refused of [
    () => worker.call('getTask', { task: far.key }),
    () => worker.call('listTasks', { team: 'other' }),
    () => worker.call('listLeases', { team: 'other' }),
    () => worker.call('createTask', { team: 'other', title: 'Elsewhere' }),
  ])
    expect(await codeOf(refused())).toBe('TASK_NOT_YOURS')
  for (const refused of [
    () => worker.call('listTokens', {}),
    () => worker.call('readEvents', {}),
    () => worker.call('changeTask', { task: own.key, to: 'complete' }),
    () => worker.call('prioritizeTask', { task: own.key, priority: 0 }),
  ])
    expect(await codeOf(refused())).toBe('FORBIDDEN')
  const mcp = await clients.connect({ secret })
  const names = (await mcp.listTools()).tools.map(({ name }) => name)
  expect(names.toSorted()).toEqual([
    'chat_channels',
    'chat_inbox',
    'chat_read',
    'chat_search',
    'chat_send',
    'lease_checkpoint',
    'lease_list',
    'lease_register',
    'lease_release',
    'lease_take',
    'lesson_find',
    'lesson_record',
    'task_create',
    'task_list',
    'task_plan',
    'task_show',
    'wiki_append',
    'wiki_edit',
    'wiki_history',
    'wiki_links',
    'wiki_list',
    'wiki_read',
    'wiki_rename',
    'wiki_search',
    'wiki_write',
  ])
  expect(await call(mcp, 'lease_take', { task: own.key })).toMatchObject({ status: 'held' })
  expect(await call(mcp, 'lease_take', { task: beside.key })).toMatchObject({ code: 'TASK_NOT_YOURS' })
})

test('[LEA20] whatever else a worker calls is refused: merging, accepting findings, answering, reading what others do', async () => {
  const own = await addTask('Bounds', ['src/bounds.ts'])
  const { secret } = await workerOn(own.key)
  const others = callNames.filter(
    (name) => calls[name].for !== 'anyone' && !([...calls[name].for] as string[]).includes('worker'),
  )
  expect(others).toEqual(
    expect.arrayContaining([
      'mergeTask',
      'undoMerge',
      'pushTask',
      'acceptFindings',
      'tickCheck',
      'answerAsk',
      'startBuild',
    ]),
  )
  for (const name of others) {
    const { method, path } = paths[name]
    const url = new URL(path.replaceAll(/:\w+/g, own.task), world.daemon.url)
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const answer = await fetch(url, { method, headers, ...(method === 'GET' ? {} : { body: '{}' }) })
    const { error } = (await answer.json()) as { error?: { code: string } }
    expect([name, answer.status, error?.code]).toEqual([name, 403, 'FORBIDDEN'])
  }
  const stream = new WebSocket(`${world.daemon.url.replace('http', 'ws')}/api/stream`, {
    headers: { authorization: `Bearer ${secret}` },
  })
  await expect(once(stream, 'open')).rejects.toThrow('403')
})

test('[TSK20] [CHK32] a worker that says itself what proves its task, or makes a task with a proof, is named for it', async () => {
  const own = await addTask('Own proof', ['src/proof.ts'])
  const { worker } = await workerOn(own.key)
  const check = { command: 'true', expected: { exit: 0 } }
  const by = { check, checkBy: `on ${own.key}` }
  expect(await worker.call('planTask', { task: own.key, files: [], check })).toMatchObject(by)
  expect(await worker.call('createTask', { team: 'shop', title: 'Another', check })).toMatchObject(by)
  expect(await world.client.call('planTask', { task: own.key, files: [], check })).toMatchObject({
    checkBy: null,
  })
})

test('[LEA21] [LEA20] an agent sees the tools of tasks only with a secret that was made for one', async () => {
  const task = await addTask('For an agent', ['src/agent.ts'])
  await world.ask('hello', 'shop')
  const agent = world.orchestrator.sessions().find(({ to }) => to === 'shop')?.agent
  const secrets = openAgentSecrets(homeFiles(world.home).agentKey)
  const isOfTasks = ({ name }: { name: string }) => name.startsWith('task_') || name.startsWith('lease_')
  const plain = await clients.connect({ secret: secrets.secretFor(agent!) })
  expect((await plain.listTools()).tools.filter(isOfTasks)).toEqual([])
  await expect(plain.callTool({ name: 'lease_take', arguments: { task: task.key } })).rejects.toThrow(
    'There is no tool lease_take for you.',
  )
  const http = createClient({ url: world.daemon.url, token: secrets.secretFor(agent!) })
  for (const refused of [
    () => http.call('listTasks', {}),
    () => http.call('planTask', { task: task.key, files: [] }),
    () => http.call('takeLease', { task: task.key }),
    () => http.call('listLeases', {}),
  ])
    expect(await codeOf(refused())).toBe('FORBIDDEN')
  const bound = await clients.connect({ secret: secrets.secretFor(agent!, task.task) })
  const names = (await bound.listTools()).tools
  expect(names.filter(isOfTasks)).toHaveLength(9)
  expect(names.map(({ name }) => name)).toContain('team_tell')
  expect(await call(bound, 'lease_register', { task: task.key })).toMatchObject({ worker: 'shop' })
  expect(await call(bound, 'lease_take', { task: task.key })).toMatchObject({ status: 'held' })
  const { pid } = world.orchestrator.sessions().find(({ to }) => to === 'shop')!
  process.kill(pid!, 'SIGKILL')
  await expect
    .poll(async () => (await world.client.call('listLeases', {})).leases.map(({ key }) => key))
    .not.toContain(task.key)
  expect(world.events('lease.lost').at(-1)?.data).toMatchObject({ key: task.key })
})

test('[RLG2] [RLG3] rulings are listed, shown and replayed', async () => {
  const [one, two] = [await addTask('Slow', ['src/r.ts']), await addTask('Urgent', ['src/r.ts'])]
  const first = await workerOn(one.key)
  const second = await workerOn(two.key)
  await world.client.call('prioritizeTask', { task: two.key, priority: 0 })
  const { fence } = await first.worker.call('takeLease', { task: one.key })
  await second.worker.call('takeLease', { task: two.key })
  expect(await first.worker.call('checkpointLease', { task: one.key, fence: fence! })).toEqual({
    status: 'preempted',
    for: [two.key],
  })
  const { rulings } = await json('rulings', 'ls', '--about', one.key, '--rule', 'preemption')
  expect(rulings).toMatchObject([{ rule: 'preemption', about: one.key }])
  expect(await json('rulings', 'show', rulings[0].ruling)).toMatchObject({ outcome: { preempt: true } })
  const replayed = await iris(world.home, ['rulings', 'replay', rulings[0].ruling])
  expect(replayed.stdout).toBe('The rule of today decides the same.\n')
})
