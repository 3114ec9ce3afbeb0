import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

test('[REH27] the demo takes a whole team to a proven goal, says that it is rehearsed, and leaves nothing behind', async () => {
  const folder = makeFolder()
  const main = join(import.meta.dirname, '../../dist/rehearsal/demo/main.js')
  const child = spawn(process.execPath, [main, '--fast'], {
    env: { ...process.env, HOME: folder, TMPDIR: folder },
  })
  const closed = endedWithTest(child)
  let shown = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (shown += chunk))
  const [code] = (await closed) as [number]
  expect(shown).toContain('a rehearsal: the model is scripted')
  expect(shown).toMatch(
    /test fails at first \(exit 1\)[\s\S]*Paula \(pm\) +starts[\s\S]*Enza \(qa\) +reports +QA: all tests pass[\s\S]*iris +checks +✓ page\.js[\s\S]*exit 0/,
  )
  // The tree: the run with its time and cost, the leader, six teammates. A newer CLI tells two reports in one turn.
  expect(shown).toMatch(
    /run completed +\d+\.\ds +\$0\.\d\d +[67] turns +\(rehearsed\)\n +● leader .*\n(?: +[├└]─ ✓ .*\n){6}/,
  )
  expect(shown).not.toContain('\u001B')
  expect(code).toBe(0)
  expect(readdirSync(folder).filter((name) => name.startsWith('iris-demo-'))).toEqual([])
})

test('[REH27] the demo that is kept prints a command that gives another link', async () => {
  const folder = makeFolder()
  const main = join(import.meta.dirname, '../../dist/rehearsal/demo/main.js')
  const child = spawn(process.execPath, [main, '--fast', '--keep'], {
    env: { ...process.env, HOME: folder, TMPDIR: folder },
  })
  const closed = endedWithTest(child)
  let shown = ''
  const command = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      shown += chunk
      const [, found] = /For another link:\n +(.+)\n/.exec(shown) ?? []
      if (found) resolve(found)
    })
    void closed.then(() => reject(new Error(shown)))
  })
  const { stdout } = await promisify(execFile)('sh', ['-c', `${command} --print`])
  const [, first] = /(http:\S+)\/login#/.exec(shown) ?? []
  expect(stdout).toContain(`${first}/login#`)
})

for (const shows of ['Home', 'For another link:'])
  test(`[REH27] a demo whose starter is killed after "${shows}" leaves nothing behind`, async () => {
    const folder = makeFolder()
    const main = join(import.meta.dirname, '../../dist/rehearsal/demo/main.js')
    const child = spawn(process.execPath, [main, '--fast', '--keep', '--attached'], {
      env: { ...process.env, HOME: folder, TMPDIR: folder },
    })
    const exited = once(child, 'exit')
    let shown = ''
    await new Promise<void>((resolve) => {
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        shown += chunk
        if (shown.includes(shows)) resolve()
      })
    })
    // What is left of a starter that was killed: three pipes that nobody holds.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy()
    await exited
    expect(readdirSync(folder).filter((name) => name.startsWith('iris-demo-'))).toEqual([])
    const processes = async () => (await promisify(execFile)('ps', ['-eo', 'args'])).stdout
    await expect.poll(processes).not.toContain(folder)
  })

test('[REH27] a demo that is asked to end leaves, though whoever started it still holds its stdin', async () => {
  const folder = makeFolder()
  const main = join(import.meta.dirname, '../../dist/rehearsal/demo/main.js')
  const child = spawn(process.execPath, [main, '--fast', '--keep', '--attached'], {
    env: { ...process.env, HOME: folder, TMPDIR: folder },
  })
  const closed = endedWithTest(child)
  await new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      if (chunk.includes('Home')) resolve()
    })
  })
  child.kill('SIGTERM')
  const [code, signal] = (await closed) as [number | null, string | null]
  expect([code, signal]).toEqual([expect.any(Number), null])
})

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'iris-demo-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** A demo ends its daemon, its agents and itself when it is asked to; a test that fails must not leave them. */
function endedWithTest(child: ChildProcess): Promise<unknown[]> {
  const closed = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await closed
  })
  return closed
}
