import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../clock/index.ts'
import {
  descendants,
  endTree,
  entryPoint,
  isAlive,
  isSameProcessAlive,
  pidOf,
  processIdentity,
  runToEnd,
  startDetached,
  startReporting,
  startProcess,
  type PipedProcess,
} from './index.ts'

let folder = ''
let pids: number[] = []
const node = process.execPath
const env = { PATH: process.env['PATH'] }

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'iris process '))
  pids = []
})

afterEach(async () => {
  await Promise.all(pids.map((pid) => endTree(pid, { graceMs: 0, clock: systemClock })))
  await rm(folder, { recursive: true, force: true })
})

/** A child that runs `script` and is ended with the test. */
async function child(script: string, more: { env?: Record<string, string>; detached?: boolean } = {}) {
  const started = await startProcess({ command: node, args: ['-e', script], cwd: folder, env, ...more })
  pids.push(started.pid)
  return started
}

async function firstLine(started: PipedProcess): Promise<string> {
  let said = ''
  for await (const chunk of started.stdout) {
    said += String(chunk)
    if (said.includes('\n')) break
  }
  return said.split('\n')[0] ?? ''
}

const sleeper = `setInterval(() => {}, 1000)`
/** Starts a grandchild in its own session, prints both pids, and stays. */
const parentOfDetached = (parentIgnores = '') => `
  ${parentIgnores}
  const c = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(sleeper)}], { detached: true, stdio: 'ignore' })
  console.log(c.pid); ${sleeper}`

test('[PRC1] a missing command, a missing folder and a malformed argument are told by name', async () => {
  const base = { args: [], cwd: folder, env }
  await expect(startProcess({ ...base, command: 'no-such-command-1' })).rejects.toMatchObject({
    code: 'PROCESS_DID_NOT_START',
    message: 'Could not start no-such-command-1: there is no such command.',
  })
  await expect(startProcess({ ...base, command: node, cwd: join(folder, 'gone') })).rejects.toThrow(
    'does not exist',
  )
  await expect(startProcess({ ...base, command: node, args: ['a\0b'] })).rejects.toMatchObject({
    code: 'PROCESS_DID_NOT_START',
  })
  await expect(
    startDetached({ ...base, command: 'no-such-command-1', logFile: join(folder, 'log') }),
  ).rejects.toMatchObject({ code: 'PROCESS_DID_NOT_START' })
})

test('[PRC2] exited tells the code or the signal, and a late write is harmless', async () => {
  const quick = await child('process.exit(3)')
  expect(await quick.exited).toEqual({ code: 3, signal: null })
  await new Promise<void>((resolve) => {
    quick.stdin.write('too late', () => resolve())
  })
  expect(quick.signal('SIGTERM')).toBe(false)

  const killed = await child(sleeper)
  killed.signal('SIGKILL')
  expect(await killed.exited).toEqual({ code: null, signal: 'SIGKILL' })

  const silent = await startProcess({ command: node, args: ['-e', ''], cwd: folder, env, stdio: 'ignore' })
  expect(await silent.exited).toEqual({ code: 0, signal: null })
})

test('[PRC3] a child gets exactly the environment it is given', async () => {
  const given = { ONLY: 'this', NOT: undefined }
  const started = await startProcess({
    command: node,
    args: ['-e', 'console.log(JSON.stringify(process.env))'],
    cwd: folder,
    env: given,
  })
  expect(JSON.parse(await text(started.stdout))).toEqual({ ONLY: 'this' })
})

test('[PRC4] a detached process outlives its starter and writes to its own log', async () => {
  const log = join(folder, 'daemon.log')
  const module = new URL('index.ts', import.meta.url).href
  const daemon = `process.on('SIGTERM', () => process.exit(0)); console.log('up'); console.error('warned'); ${sleeper}`
  const { args } = entryPoint('platform/process/index')
  const starter = `import(${JSON.stringify(module)}).then(async (m) => {
    const d = await m.startDetached({ command: process.execPath, args: ['-e', ${JSON.stringify(daemon)}], cwd: '.', env: {}, logFile: ${JSON.stringify(log)} })
    console.log(d.pid) })`
  const run = await runToEnd({
    command: node,
    args: [...args.slice(0, -1), '-e', starter],
    cwd: folder,
    env,
    timeoutMs: 15_000,
  })
  expect(run).toMatchObject({ code: 0, stderr: '' })
  const pid = Number(run.stdout)
  pids.push(pid)

  expect(isAlive(pid)).toBe(true)
  await expect.poll(() => readFile(log, 'utf8')).toBe('up\nwarned\n')
  expect((await stat(log)).mode & 0o777).toBe(0o600)
})

test('[PRC13] a background process reports to its starter; one that nobody hears goes on', async () => {
  const module = new URL('index.ts', import.meta.url).href
  const { args } = entryPoint('platform/process/index')
  const reporter = (before: string) => [
    ...args.slice(0, -1),
    '-e',
    `import(${JSON.stringify(module)}).then(async (m) => { ${before}; await m.report({ why: 'full' }); console.log('told'); process.exit(8) })`,
  ]
  const start = { command: node, cwd: folder, env, logFile: '/dev/full' }
  const heard = await startReporting({ ...start, args: reporter('') })
  pids.push(heard.pid)
  expect(await heard.lastReport()).toEqual({ why: 'full' })
  expect(await heard.exited).toEqual({ code: 8, signal: null })
  const silent = await startReporting({ ...start, args: ['-e', ''] })
  expect(await silent.lastReport()).toBeUndefined()

  const log = join(folder, 'log')
  const late = reporter(
    `if (process.connected) await new Promise((gone) => process.once('disconnect', gone))`,
  )
  const starter = `import(${JSON.stringify(module)}).then(async (m) => {
    await m.startReporting({ command: process.execPath, args: ${JSON.stringify(late)}, cwd: '.', env: {}, logFile: ${JSON.stringify(log)} }) })`
  const run = { command: node, args: [...args.slice(0, -1), '-e', starter], cwd: folder, env }
  expect(await runToEnd({ ...run, timeoutMs: 15_000 })).toMatchObject({ code: 0, stderr: '' })
  await expect.poll(() => readFile(log, 'utf8')).toBe('told\n')
})

test('[PRC5] an identity is stable while the process lives and never matches another', async () => {
  const started = await child(sleeper)
  const identity = processIdentity(started.pid) ?? ''
  expect(pidOf(identity)).toBe(started.pid)
  expect(processIdentity(started.pid)).toBe(identity)
  expect(isSameProcessAlive(identity)).toBe(true)
  expect(isSameProcessAlive(identity.replace('@', '@1'))).toBe(false)

  started.signal('SIGKILL')
  await started.exited
  expect(isSameProcessAlive(identity)).toBe(false)
  expect(processIdentity(started.pid)).toBeUndefined()
  expect([isAlive(-1), isAlive(0), isAlive(Number.NaN)]).toEqual([false, false, false])
})

test.runIf(process.platform === 'linux')('[PRC5] a zombie is not alive', async () => {
  // The shell's child ends while `exec` has replaced the shell by a program that never reaps.
  const shell = await startProcess({
    command: 'sh',
    args: ['-c', 'sleep 0 & echo $!; exec sleep 1000'],
    cwd: folder,
    env,
  })
  pids.push(shell.pid)
  const zombie = Number(await firstLine(shell))
  await expect.poll(() => isAlive(zombie)).toBe(false)
})

test('[PRC6] descendants include a child in its own session', async () => {
  const parent = await child(parentOfDetached())
  const grandchild = Number(await firstLine(parent))
  expect(descendants(parent.pid)).toContain(grandchild)
  expect(descendants(parent.pid)).not.toContain(parent.pid)
})

test('[PRC6] a grandchild whose parent died is found by its session', async () => {
  const middle = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(sleeper)}], { stdio: 'ignore' })
    .on('spawn', function () { console.log(this.pid); process.exit(0) })`
  const parent = await child(
    `const c = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(middle)}], { stdio: ['ignore', 'pipe', 'ignore'] })
     let said = ''; c.stdout.on('data', (d) => { said += d }); c.on('close', () => console.log(said.trim())); ${sleeper}`,
    { detached: true },
  )
  const orphan = Number(await firstLine(parent))
  pids.push(orphan)
  expect(descendants(parent.pid)).toContain(orphan)
})

test('[PRC7] ending a tree takes the root, a stubborn root and a grandchild in its own session', async () => {
  const polite = await child(parentOfDetached(`process.on('SIGTERM', () => process.exit(7));`))
  const first = Number(await firstLine(polite))
  expect(await endTree(polite.pid, { graceMs: 10_000, clock: systemClock })).toEqual([])
  expect(await polite.exited).toEqual({ code: 7, signal: null })
  expect(isAlive(first)).toBe(false)

  const stubborn = await child(parentOfDetached(`process.on('SIGTERM', () => {});`))
  const second = Number(await firstLine(stubborn))
  expect(await endTree(stubborn.pid, { graceMs: 50, clock: systemClock })).toEqual([])
  expect(await stubborn.exited).toEqual({ code: null, signal: 'SIGKILL' })
  expect(isAlive(second)).toBe(false)
})

test('[PRC7] [PRC5] a process that has the pid of one that was started at another moment is left alone', async () => {
  const earlier = await child(`console.log('up'); ${sleeper}`)
  // The system counts moments in hundredths of a second; a program takes longer to say a word.
  await firstLine(earlier)
  const other = await child(sleeper)
  const [, since = ''] = (processIdentity(earlier.pid) ?? '').split('@')
  // What a process had that was started when the earlier one was, under the pid that the other has now.
  const identity = `${other.pid}@${since}`
  expect(isSameProcessAlive(identity)).toBe(false)
  expect(await endTree(other.pid, { graceMs: 50, clock: systemClock, identity })).toEqual([])
  expect(isAlive(other.pid)).toBe(true)
})

const mayUnshare = process.platform === 'linux' && process.getuid?.() === 0

// Only in pids of its own can a test choose who gets which.
test.skipIf(!mayUnshare)(
  '[PRC7] [PRC5] whoever got the pid of an ended root or descendant is left alone',
  async () => {
    const { command, args } = entryPoint('platform/process/reused-pid.suite')
    const inside = ['--pid', '--fork', '--mount-proc', command, ...args]
    const run = await runToEnd({ command: 'unshare', args: inside, cwd: folder, env, timeoutMs: 15_000 })
    expect([run.stderr, run.stdout]).toEqual(['', 'both are left alone\n'])
  },
)

test('[PRC7] a process with nothing else to do stays until the tree has ended', async () => {
  const stubborn = await child(parentOfDetached(`process.on('SIGTERM', () => {});`))
  const grandchild = Number(await firstLine(stubborn))
  const { command, args } = entryPoint('platform/process/index')
  const modules = ['index.ts', '../clock/index.ts'].map((name) => new URL(name, import.meta.url).href)
  const ender = `Promise.all(${JSON.stringify(modules)}.map((m) => import(m))).then(async ([p, c]) => {
    console.log(JSON.stringify(await p.endTree(${stubborn.pid}, { graceMs: 50, clock: c.systemClock }))) })`
  const options = { cwd: folder, env, timeoutMs: 15_000 }
  const run = await runToEnd({ command, args: [...args.slice(0, -1), '-e', ender], ...options })
  expect(run).toMatchObject({ code: 0, stdout: '[]\n' })
  expect([isAlive(stubborn.pid), isAlive(grandchild)]).toEqual([false, false])
})

test('[PRC8] ending what has gone already returns at once', async () => {
  const gone = await child('')
  await gone.exited
  expect(await endTree(gone.pid, { graceMs: 60_000, clock: systemClock })).toEqual([])
})

test.runIf(process.platform === 'linux')(
  '[PRC9] an orphan in its own session is found by its mark after the root died',
  async () => {
    const mark = `IRIS_TEST_MARK=${process.pid}-${Date.now()}`
    const [name = '', value = ''] = mark.split('=')
    const parent = await child(parentOfDetached(), { env: { [name]: value } })
    const orphan = Number(await firstLine(parent))
    pids.push(orphan)
    parent.signal('SIGKILL')
    await parent.exited
    expect(await endTree(parent.pid, { graceMs: 0, clock: systemClock, mark })).toEqual([])
    expect(isAlive(orphan)).toBe(false)
  },
)

test('[PRC10] an entry point runs from any folder, and from a build without a loader', async () => {
  const { command, args } = entryPoint('platform/process/index')
  const run = await runToEnd({ command, args, cwd: folder, env, timeoutMs: 15_000 })
  expect(run).toMatchObject({ code: 0, stderr: '' })

  const installed = join(folder, 'my app')
  const chunk = join(installed, 'dist', 'chunks', 'entry-point.mjs')
  const source = fileURLToPath(new URL('entry-point.ts', import.meta.url))
  await build({ entryPoints: [source], outfile: chunk, bundle: true, platform: 'node', format: 'esm' })
  await writeFile(join(installed, 'package.json'), '{}')
  const built: { entryPoint: typeof entryPoint } = await import(/* @vite-ignore */ chunk)
  expect(built.entryPoint('pipe/main')).toEqual({
    command: node,
    args: [join(installed, 'dist', 'pipe', 'main.js')],
  })
})

test('[PRC11] a short command gives its output, takes input, and is cut at its limits', async () => {
  const base = { command: node, cwd: folder, env, timeoutMs: 15_000 }
  const echo = await runToEnd({ ...base, args: ['-e', 'process.stdin.pipe(process.stdout)'], input: 'häh?' })
  expect(echo).toEqual({ code: 0, signal: null, stdout: 'häh?', stderr: '', timedOut: false })

  const loud = ['-e', `process.stderr.write('x'.repeat(1e6)); process.exitCode = 2`]
  const cut = await runToEnd({ ...base, args: loud, maxOutput: 10 })
  expect(cut).toMatchObject({ code: 2, stderr: 'xxxxxxxxxx' })

  const hung = await runToEnd({ ...base, args: ['-e', parentOfDetached()], timeoutMs: 1500 })
  expect(hung).toMatchObject({ timedOut: true, signal: 'SIGTERM' })
  expect(isAlive(Number(hung.stdout))).toBe(false)
})
