import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { rehearse, type RehearseDeps } from './rehearse.ts'

const hello = fileURLToPath(new URL('../../playbooks/hello.yaml', import.meta.url))
const fixSum = fileURLToPath(new URL('../../playbooks/fix-sum.yaml', import.meta.url))
const main = fileURLToPath(new URL('main.ts', import.meta.url))

function say(url: string, text: string): Promise<Response> {
  const body = JSON.stringify({ model: 'claude-opus-4', messages: [{ role: 'user', content: text }] })
  return fetch(`${url}/v1/messages`, { method: 'POST', body })
}

/** A rehearsal command, with its lines as they are printed. */
function run(args: string[], more: Partial<RehearseDeps> = {}) {
  const lines: string[] = []
  const notes: string[] = []
  const stop = new AbortController()
  let heard = (): void => undefined
  const printed = new Promise<void>((resolve) => (heard = resolve))
  const done = rehearse({
    args,
    signal: stop.signal,
    print: (line) => {
      lines.push(line)
      heard()
    },
    note: (line) => notes.push(line),
    runCommand: () => Promise.reject(new Error('no command was given')),
    ...more,
  })
  return { lines, notes, stop, printed, done }
}

test('[REH25] it prints the address, the environment and a line per request, until it is stopped', async () => {
  const { lines, stop, printed, done } = run([hello])
  await printed
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(lines[0]!)![0]
  expect(lines[0]).toMatch(/^Rehearsal \(scripted, not a model\): Hello\n/)
  expect(lines[0]).toContain(`export ANTHROPIC_BASE_URL='${url}'`)
  await say(url, 'hello')
  await say(url, 'good\u001b[31m bye')
  stop.abort()
  expect(await done).toBe(0)
  expect(lines.slice(1)).toEqual([
    'rehearsed #1  line 1 (row 8)  claude-opus-4  hello',
    'rehearsed #2  no line fits  claude-opus-4  good [31m bye',
  ])
  await expect(say(url, 'hello')).rejects.toThrow('fetch failed')
})

test('[REH26] it runs a command in the environment and ends with its exit code', async () => {
  const { lines, notes, done } = run([hello, '--json', '--', 'agent', '--json'], {
    runCommand: async (command, env) => {
      expect(command).toEqual(['agent', '--json'])
      await say(env['ANTHROPIC_BASE_URL']!, 'hello')
      return 7
    },
  })
  expect(await done).toBe(7)
  expect(lines).toEqual([])
  expect(notes.map((note) => JSON.parse(note))).toMatchObject([
    { type: 'ready', rehearsed: true, playbook: 'Hello' },
    { type: 'request', rehearsed: true, line: { position: 1 } },
  ])
})

test.each([
  [[], /Name a playbook/],
  [[hello, 'more'], /after --/],
  [[hello, '--port', 'x'], /--port takes a number/],
  [[hello, '--nope'], /--nope/],
])('[REH25] the arguments %j are refused', async (args, message) => {
  await expect(run(args).done).rejects.toMatchObject({
    code: 'USAGE',
    message: expect.stringMatching(message),
  })
})

function startMain(args: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', main, ...args], { stdio: 'pipe' })
  onTestFinished(() => void child.kill('SIGKILL'))
  // Not its exit: its last words may be heard after that.
  return { child, exited: once(child, 'close') }
}

test.each(['SIGINT', 'SIGTERM'] as const)('[REH25] the process serves until %s', async (signal) => {
  const { child, exited } = startMain([fixSum, '--json'])
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  expect(JSON.parse(line)).toMatchObject({ type: 'ready', rehearsed: true, playbook: 'Fix the sum' })
  child.kill(signal)
  expect(await exited).toEqual([0, null])
})

test('[REH37] the process outlives whoever started it, with what it had counted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'iris-rehearse-'))
  const out = join(folder, 'out')
  const command = [process.execPath, '--import', 'tsx', main, hello, '--json']
  const starter = spawn('sh', ['-c', '"$@" > "$OUT" & echo $!; wait', 'sh', ...command], {
    env: { ...process.env, OUT: out },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [pid] = (await once(createInterface({ input: starter.stdout }), 'line')) as [string]
  onTestFinished(() => {
    process.kill(Number(pid), 'SIGTERM')
    rmSync(folder, { recursive: true })
  })
  await expect.poll(() => readFileSync(out, 'utf8')).toContain('\n')
  const { url } = JSON.parse(readFileSync(out, 'utf8').split('\n')[0] ?? '') as { url: string }
  await (await say(url, 'hello')).text()
  starter.kill('SIGKILL')
  await once(starter, 'exit')
  await (await say(url, 'hello')).text()
  expect(await (await fetch(url)).json()).toMatchObject({ counts: { total: { calls: 2 } } })
})

test('[REH25] the process says what is wrong and ends with the exit code of the error', async () => {
  const { child, exited } = startMain(['no-such-playbook.yaml'])
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  expect(await exited).toEqual([4, null])
  expect(complaint).toMatch(/^✗ Cannot read the playbook no-such-playbook\.yaml/)
})
