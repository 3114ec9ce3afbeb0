import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isAlive, takeLock } from '../../src/platform/process/index.ts'
import { connectPipe } from '../../src/core/transport/index.ts'
import { createDaemon } from '../../src/daemon/index.ts'
import { findDaemon } from '../../src/surface/connection/index.ts'
import { environmentOf, makeHome } from '../support/daemon.ts'
import { iris, spawnIris, ranOf } from '../support/iris.ts'

let home = ''

beforeEach(() => {
  home = makeHome()
})
afterEach(async () => {
  await iris(home, ['stop', '--force'])
  rmSync(home, { recursive: true, force: true })
})

function pidOfDaemon(): number {
  const { pid } = JSON.parse(readFileSync(join(home, 'irisd.json'), 'utf8')) as { pid: number }
  return pid
}

function startLog(): string {
  try {
    return readFileSync(join(home, 'logs', 'start.log'), 'utf8')
  } catch {
    return ''
  }
}

test('[DMN11] a start that meets a daemon about to leave takes its place', async () => {
  // As a daemon that stops: it has taken its address away and still holds the home.
  const leaving = takeLock(home, 'irisd')
  if ('heldBy' in leaving) throw new Error('held')
  try {
    const started = ranOf(spawnIris(home, ['start', '--background']))
    await expect.poll(startLog).toContain('already running')
    leaving.release()
    expect((await started).code).toBe(0)
  } finally {
    // Else the clean-up, which ends who holds the home, would end us.
    leaving.release()
  }
})

test('[DMN11] of several stops at once each says that Iris has stopped', async () => {
  await iris(home, ['start', '--background'])
  const stops = await Promise.all(Array.from({ length: 6 }, () => iris(home, ['stop'])))
  expect(stops.map(({ code, stderr }) => `${code} ${stderr}`)).toEqual(Array(6).fill('0 '))
  const forced = await Promise.all(Array.from({ length: 6 }, () => iris(home, ['stop', '--force'])))
  expect(forced.map(({ code }) => code)).toEqual(Array(6).fill(0))
})

test('[DMN11] stops and starts at once leave no error and at most one daemon', async () => {
  const ran = await Promise.all(
    Array.from({ length: 4 }, (_, n) => iris(home, n % 2 === 0 ? ['restart'] : ['start', '--background'])),
  )
  expect(ran.map(({ code, stderr }) => `${code} ${stderr}`)).toEqual(Array(4).fill('0 '))
})

test('[DMN11] a daemon that answers nobody is ended by force', async () => {
  await iris(home, ['start', '--background'])
  const pid = pidOfDaemon()
  process.kill(pid, 'SIGSTOP')
  const { code, stdout } = await iris(home, ['stop', '--force'])
  expect([code, stdout]).toEqual([0, 'Iris has stopped.\n'])
  expect(isAlive(pid)).toBe(false)
})

test('[DMN11] a daemon that is stopped as soon as it answers stops in order, and leaves no pipe', async () => {
  const starting = createDaemon({ environment: environmentOf(home) })
  try {
    await expect.poll(() => existsSync(join(home, 'irisd.json')), { interval: 1 }).toBe(true)
    await expect.poll(async () => (await findDaemon(home))?.client.call('stopDaemon', {})).toBeTruthy()
    await starting.then(({ closed }) => closed)
  } finally {
    await starting.then((daemon) => daemon.close('the test is over'))
  }
  await expect(connectPipe({ home, start: false, env: {} })).rejects.toMatchObject({
    code: 'PIPE_UNREACHABLE',
  })
})

test('[DMN8] a process that merely has the pid of a daemon that was killed is not ended', async () => {
  await iris(home, ['start', '--background'])
  const address = JSON.parse(readFileSync(join(home, 'irisd.json'), 'utf8')) as { pid: number }
  const bystander = spawnIris(home, ['monitor', '--help'])
  bystander.kill('SIGSTOP')
  try {
    writeFileSync(join(home, 'irisd.json'), JSON.stringify({ ...address, pid: bystander.pid }))
    expect((await iris(home, ['stop', '--force'])).code).toBe(0)
    expect([isAlive(address.pid), isAlive(bystander.pid ?? 0)]).toEqual([false, true])
  } finally {
    bystander.kill('SIGKILL')
  }
})
