import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeHome } from '../support/daemon.ts'
import { connectRaw, headOf } from '../support/raw-http.ts'

const root = join(import.meta.dirname, '..', '..')
const most = 100

/** A daemon that may open no more than so many files and sockets. */
async function startShort(): Promise<{ url: string; pid: number }> {
  const home = makeHome('iris-short-')
  const child = spawn(process.execPath, [join(root, 'dist', 'daemon', 'main.js')], {
    env: { ...process.env, IRIS_HOME: home, HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(async () => {
    const exited = once(child, 'exit')
    if (child.exitCode === null && child.kill('SIGTERM')) await exited
    rmSync(home, { recursive: true, force: true })
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const url = () => /running at (\S+)/.exec(said)?.[1]
  await expect.poll(url).toBeDefined()
  // Not before it runs: a start reads many files at once.
  execFileSync('prlimit', ['--pid', String(child.pid), `--nofile=${most}:${most}`])
  return { url: url() ?? '', pid: child.pid ?? 0 }
}

test.skipIf(process.platform !== 'linux')(
  '[HTTP31] a daemon without a descriptor left still says that it is up',
  async () => {
    const { url, pid } = await startShort()
    const ask = headOf(url, 'GET /api/health')
    const kept = await connectRaw(url)
    kept.send(ask)
    expect(await kept.answer()).toMatchObject({ status: 200 })
    const silent = await Promise.all(Array.from({ length: most }, () => connectRaw(url)))
    onTestFinished(() => silent.forEach((one) => one.end()))
    await expect.poll(() => readdirSync(`/proc/${pid}/fd`).length).toBeGreaterThanOrEqual(most - 1)
    kept.send(ask)
    expect(await kept.answer()).toMatchObject({ status: 200 })
    kept.end()
  },
)
