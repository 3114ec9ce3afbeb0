import { realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parsePlaybook, startRehearsal, type Rehearsal } from '../../src/rehearsal/index.ts'
import { isAlive } from '../../src/platform/process/index.ts'
import { makeHome } from '../support/daemon.ts'
import { iris, ranOf, spawnIris } from '../support/iris.ts'
import { configFor } from '../support/teams.ts'

const lines = `
  - when: { says: work }
    reply: [{ text: "I work." }, { gate: go }]
`
let home: string
let rehearsal: Rehearsal

beforeAll(async () => {
  home = realpathSync(makeHome('iris-stop-agents-', ''))
  rehearsal = await startRehearsal({ playbook: parsePlaybook(`name: Test\nlines:\n${lines}`) })
  writeFileSync(
    join(home, 'config.yaml'),
    configFor(home, rehearsal, { teams: { alpha: { onCrash: 'resume' } } }),
  )
})
afterAll(async () => {
  await iris(home, ['stop', '--all'])
  await rehearsal.close()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

interface Agent {
  team: string
  pid: number
}

async function json<T>(...args: string[]): Promise<T> {
  return JSON.parse((await iris(home, [...args, '--json'])).stdout) as T
}

/** Puts the agent of alpha to work; it does not end its turn by itself. */
async function putToWork(): Promise<void> {
  await iris(home, ['tell', 'alpha', 'work', '--async'])
  await rehearsal.waiting('go')
}

async function lastTurn(): Promise<{ how: string | null } | undefined> {
  return (await json<{ turns: { how: string | null }[] }>('report', 'alpha')).turns.at(-1)
}

test('[CLI48] [CLI49] [TEA70] a stop says who works on, status names them, and --all ends them without a daemon', async () => {
  await putToWork()
  const stopped = await iris(home, ['stop'])
  expect(stopped.code).toBe(0)
  expect(stopped.stdout).toMatch(
    /^Iris has stopped\.\n! 1 agent still runs: alpha \(process \d+\)\n[\s\S]*iris stop --all\n.*iris sleep alpha --force/,
  )
  const status = await iris(home, ['status'])
  expect([status.code, status.stderr]).toEqual([
    3,
    expect.stringMatching(/alpha \(process \d+\).*iris stop --all/),
  ])
  const told = await json<{ error: { code: string; details: { agents: Agent[] } } }>('status')
  const { agents } = told.error.details
  expect([told.error.code, agents]).toMatchObject(['DAEMON_NOT_RUNNING', [{ team: 'alpha' }]])
  const pid = agents[0]?.pid ?? 0
  expect(isAlive(pid)).toBe(true)
  expect(await json('stop', '--all')).toMatchObject({
    running: false,
    ended: [{ team: 'alpha', pid }],
    agents: [],
  })
  expect(isAlive(pid)).toBe(false)
  await expect.poll(lastTurn).toMatchObject({ how: 'stopped' })
})

test('[CLI48] [DMN22] on a terminal a stop asks: all but a yes leaves them, also over a restart, and a yes ends them', async () => {
  await putToWork()
  const answered = async (answer: string): Promise<string> => {
    const child = spawnIris(home, ['stop'], { terminal: true })
    child.stdin?.end(`${answer}\n`)
    return (await ranOf(child)).stdout
  }
  expect(await answered('')).toMatch(/1 agent at work: alpha[\s\S]*End them too\?[\s\S]*1 agent still runs/)
  expect((await iris(home, ['restart'])).code).toBe(0)
  await expect.poll(lastTurn).toMatchObject({ how: null })
  expect(await answered('y')).toMatch(/Iris has stopped\.\s+Ended 1 agent: alpha/)
  expect((await iris(home, ['stop', '--all', '--keep-agents'])).code).toBe(2)
  await expect.poll(lastTurn).toMatchObject({ how: 'stopped' })
})
