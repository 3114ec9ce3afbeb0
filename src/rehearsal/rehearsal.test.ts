import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { firstValueFrom, lastValueFrom, take, toArray } from 'rxjs'
import { expect, test, vi } from 'vitest'
import { ask, saying, start, streaming } from '../../test/support/rehearsal.ts'
import { manualClock } from '../platform/clock/index.ts'
import { startRehearsal } from './rehearsal.ts'

/** Prints what it is answered until it ends. */
const asks = `
const [url, body] = process.argv.slice(1)
fetch(url, { method: 'POST', body }).then(async ({ body }) => {
  for await (const piece of body) process.stdout.write(piece)
  setTimeout(() => undefined, 60_000)
})`

test('[REH21] HEAD / and GET / answer on 127.0.0.1', async () => {
  const rehearsal = await start('  - reply: [{ gate: go }]')
  expect(rehearsal.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const head = await fetch(rehearsal.url, { method: 'HEAD' })
  expect(head.status).toBe(200)
  const page = await fetch(rehearsal.url)
  expect(await page.json()).toEqual({
    rehearsal: 'Tést',
    note: 'scripted, not a model',
    gates: [{ name: 'go', open: false, waiting: 0 }],
    counts: { total: { calls: 0, input: 0, output: 0 }, models: {}, sessions: {} },
  })
})

test('[REH35] calls and tokens are summed by model and session, cached ones too', async () => {
  const rehearsal = await start(
    '  - { reply: x, usage: { input: 10, cacheRead: 5, cacheWrite: 2, output: 3 } }',
  )
  const headers = { 'x-claude-code-session-id': 's1' }
  const told = [ask(rehearsal, saying('a'), { headers }), ask(rehearsal, streaming('b'), { headers })]
  const small = ask(rehearsal, saying('c', { model: 'claude-haiku-4-5' }))
  for (const response of await Promise.all([...told, small])) await response.text()
  const one = { calls: 1, input: 17, output: 3 }
  const two = { calls: 2, input: 34, output: 6 }
  expect(rehearsal.counts()).toEqual({
    total: { calls: 3, input: 51, output: 9 },
    models: { 'claude-opus-4': two, 'claude-haiku-4-5': one },
    sessions: { s1: two, none: one },
  })
  expect(await (await fetch(rehearsal.url)).json()).toMatchObject({ counts: { total: { calls: 3 } } })
})

test('[REH31] an idle connection is kept longer than a CLI keeps its own', async () => {
  const rehearsal = await start('  - reply: x')
  expect((await fetch(rehearsal.url)).headers.get('keep-alive')).toBe('timeout=600')
})

test('[REH21] a port in use is told', async () => {
  const rehearsal = await start('  - reply: x')
  const port = Number(new URL(rehearsal.url).port)
  await expect(startRehearsal({ playbook: rehearsal.playbook, port })).rejects.toMatchObject({
    code: 'PORT_IN_USE',
  })
})

test('[REH19] [REH20] a gate holds a reply until it is opened, and stays open', async () => {
  const rehearsal = await start('  - reply: [{ gate: go }, { text: Through. }]')
  const answer = ask(rehearsal, saying('x'))
  await rehearsal.waiting('go')
  rehearsal.open('go')
  expect(await (await answer).json()).toMatchObject({ content: [{ text: 'Through.' }] })
  expect((await ask(rehearsal, saying('again'))).status).toBe(200)
})

test('[REH19] a gate in the middle lets out what stands before it', async () => {
  const rehearsal = await start('  - reply: [{ text: Before. }, { gate: go }, { text: After. }]')
  const response = await ask(rehearsal, streaming('x'))
  const first = await response.body!.getReader().read()
  expect(new TextDecoder().decode(first.value)).toContain('Before.')
})

test('[REH19] a gate can be opened over HTTP', async () => {
  const rehearsal = await start('  - reply: [{ gate: go }, { text: Through. }]')
  const answer = ask(rehearsal, saying('x'))
  await rehearsal.waiting('go')
  const opened = await fetch(`${rehearsal.url}/rehearsal/gates/go`, { method: 'POST' })
  expect(await opened.json()).toEqual({ opened: 'go' })
  expect((await answer).status).toBe(200)
})

test('[REH19] a gate the playbook does not have is not found', async () => {
  const rehearsal = await start('  - reply: [{ gate: go }]')
  expect(() => rehearsal.open('og')).toThrow('no gate "og". It has go.')
  await expect(rehearsal.waiting('og')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const response = await fetch(`${rehearsal.url}/rehearsal/gates/og`, { method: 'POST' })
  expect(response.status).toBe(404)
})

test('[REH20] a client that hangs up leaves its gate', async () => {
  const rehearsal = await start('  - reply: [{ gate: go }, { text: Through. }]')
  const client = new AbortController()
  const answer = ask(rehearsal, saying('x'), { signal: client.signal })
  await rehearsal.waiting('go')
  client.abort()
  await expect(answer).rejects.toThrow()
  await vi.waitFor(async () => {
    const page = await fetch(rehearsal.url)
    expect(await page.json()).toMatchObject({ gates: [{ waiting: 0 }] })
  })
})

test('[REH3] a wait is measured by the clock', async () => {
  const clock = manualClock()
  const rehearsal = await start('  - reply: [{ gate: go }, { wait: 2s }, { text: Late. }]', { clock })
  let answered = false
  const answer = ask(rehearsal, saying('x')).then((response) => {
    answered = true
    return response
  })
  await rehearsal.waiting('go')
  rehearsal.open('go')
  await fetch(rehearsal.url)
  clock.advance(1999)
  await fetch(rehearsal.url)
  expect(answered).toBe(false)
  clock.advance(1)
  expect(await (await answer).json()).toMatchObject({ content: [{ text: 'Late.' }] })
})

test('[REH22] the last 200 requests are kept, each told once', async () => {
  const bodies: unknown[] = []
  const rehearsal = await start('  - { when: { says: /^even/ }, reply: x }', {
    onRequest: (_, body) => bodies.push(body.model),
  })
  const told = lastValueFrom(rehearsal.requests$.pipe(take(203), toArray()))
  for (let number = 0; number < 203; number += 1) {
    const response = await ask(rehearsal, saying(number % 2 === 0 ? 'even' : 'odd'))
    await response.text()
  }
  expect((await told).map((request) => request.number)).toEqual(Array.from({ length: 203 }, (_, n) => n + 1))
  expect(bodies).toHaveLength(203)
  expect(rehearsal.requests()).toHaveLength(200)
  expect(rehearsal.requests().at(-1)).toMatchObject({
    number: 203,
    line: { position: 1, row: 3 },
    says: 'even',
  })
})

test('[REH23] close ends held replies and may be called twice', async () => {
  const rehearsal = await start('  - reply: [{ gate: go }]')
  const completed = lastValueFrom(rehearsal.requests$.pipe(toArray()))
  const answer = ask(rehearsal, saying('x'))
  await rehearsal.waiting('go')
  const lookout = rehearsal.waiting('go')
  await Promise.all([rehearsal.close(), rehearsal.close()])
  await expect(answer).rejects.toThrow('fetch failed')
  await lookout
  await expect(rehearsal.waiting('go')).rejects.toThrow('closed')
  expect(await completed).toHaveLength(1)
})

test('[REH23] whoever waits for a reply at a gate learns of the close', async () => {
  const rehearsal = await start('  - reply: [{ gate: go }]')
  const lookout = rehearsal.waiting('go')
  const learned = expect(lookout).rejects.toThrow('closed')
  await rehearsal.close()
  await learned
})

test('[REH24] the environment leads the CLI to the rehearsal and nowhere else', async () => {
  const rehearsal = await start('  - reply: x')
  expect(rehearsal.env()).toMatchObject({
    ANTHROPIC_BASE_URL: rehearsal.url,
    ANTHROPIC_AUTH_TOKEN: '',
    CLAUDE_CODE_USE_BEDROCK: '',
    NO_PROXY: '127.0.0.1,localhost',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  })
})

test('[REH30] with a pace every reply waits that long first', async () => {
  const clock = manualClock()
  const rehearsal = await start('  - reply: [{ text: Slowly. }]', { clock, pace: 500 })
  const asked = firstValueFrom(rehearsal.requests$)
  let answered = false
  const answer = ask(rehearsal, saying('x')).then((response) => {
    answered = true
    return response.json()
  })
  await asked
  clock.advance(499)
  await fetch(rehearsal.url)
  expect(answered).toBe(false)
  clock.advance(1)
  expect(await answer).toMatchObject({ content: [{ text: 'Slowly.' }] })
})

test('[REH36] a line that dies kills the process that asked, in the middle of what it was told', async () => {
  const rehearsal = await start('  - reply: [{ text: Half a sentence }, { die: true }]')
  const body = JSON.stringify(streaming('Hello'))
  const child = spawn(process.execPath, ['-e', asks, `${rehearsal.url}/v1/messages`, body])
  let heard = ''
  child.stdout.on('data', (chunk: Buffer) => (heard += chunk.toString()))
  expect(await once(child, 'close')).toEqual([null, 'SIGKILL'])
  expect(heard).not.toContain('message_stop')
})

test('[REH36] who shares the process of the rehearsal is only cut off', async () => {
  const rehearsal = await start('  - reply: [{ die: true }]')
  await expect(ask(rehearsal, saying('Hello'))).rejects.toThrow('fetch failed')
})
