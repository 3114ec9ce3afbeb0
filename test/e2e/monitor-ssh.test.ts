import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startSshd, type Sshd } from '../support/sshd.ts'
import { openTeams, type TeamWorld } from '../support/teams.ts'
import { monitorsOf, openTerminal, type Terminal } from '../support/terminal.ts'

const bin = join(import.meta.dirname, '..', '..', 'bin', 'iris.js')
let sshd: Sshd
let world: TeamWorld
const terminals: Terminal[] = []

const lines = `
  - when: { says: /permission/ }
    reply:
      - tool: { name: Bash, input: { command: 'echo allowed > note.txt', description: Make a note } }
  - { when: { tool: Bash }, reply: The note is made. }
  - { when: { says: /./ }, reply: 'The login is in src/auth.ts.' }
`

beforeAll(async () => {
  sshd = await startSshd()
  world = await openTeams({ lines, teams: { shop: {}, billing: { grantPermission: 'ask' } } })
})
afterEach(() => {
  for (const terminal of terminals.splice(0)) terminal.end()
})
afterAll(async () => {
  await world?.end()
  await sshd?.close()
})

/** The monitor on the other side of an ssh connection, in a terminal of 80 by 24. */
async function monitor(): Promise<Terminal> {
  const terminal = await openTerminal({ home: world.home })
  terminals.push(terminal)
  const [ssh, ...rest] = sshd.prefix
  const there = `IRIS_HOME=${world.home} ${process.execPath} ${bin} monitor`
  await terminal.type(`clear; echo before; ${ssh} -t -q ${rest.join(' ')} '${there}'; echo "left with $?"`)
  await terminal.press('Enter')
  await terminal.shows('● live')
  return terminal
}

/** Whether somebody looks, as the daemon knows it. */
const isPresent = async (): Promise<boolean> =>
  (await world.client.call('reportPresence', { page: 'nobody', looking: false })).present

test('[MON22] [MON23] over ssh it fills 80 by 24, its keys answer and move, and leaving restores the terminal', async () => {
  await world.ask('Where is the login?', 'shop')
  const asking = world.tell('this needs a permission', 'billing')
  const terminal = await monitor()
  const screen = await terminal.shows('y Allow')
  await terminal.keep('ssh')
  expect(screen.split('\n').filter((row) => row.length > 80)).toEqual([])
  expect(screen).toMatch(/^Iris 1 team needs you\./)
  await expect.poll(isPresent).toBe(true)
  await terminal.type('y')
  expect((await asking.outcome).status).toBe('answered')
  await terminal.shows('The note is made.')
  await terminal.press('Down')
  await terminal.press('Enter')
  await terminal.shows('Esc closes')
  await terminal.press('Escape')
  await terminal.shows('Teams 2')
  await terminal.resize(120, 40)
  await terminal.shows(/Teams 2 ─+ .*used {2}you→/)
  await terminal.type('q')
  expect(await terminal.shows('left with 0')).toMatch(/^before$/m)
  expect(await terminal.modes()).toEqual({ isSecondScreen: false, hasCursor: true })
  await expect.poll(() => monitorsOf(world.home)).toEqual([])
  await expect.poll(isPresent).toBe(false)
})

test('[MON23] a connection that is cut leaves no process behind', async () => {
  const terminal = await monitor()
  await expect.poll(() => monitorsOf(world.home)).toHaveLength(1)
  sshd.cut()
  await terminal.shows('left with 255')
  await expect.poll(() => monitorsOf(world.home)).toEqual([])
})
