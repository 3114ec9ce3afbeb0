import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeHome } from '../support/daemon.ts'
import { iris, ranOf, spawnIris } from '../support/iris.ts'

let home = ''
const teams = ['ant', 'bee', 'cat', 'dog']

beforeEach(() => {
  home = makeHome()
  for (const team of teams) mkdirSync(join(home, team))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const config = (): string => readFileSync(join(home, 'config.yaml'), 'utf8')

test('[CFG34] teams added by several commands at once are all there', async () => {
  const added = await Promise.all(teams.map((team) => iris(home, ['teams', 'add', team, join(home, team)])))
  expect(added.map(({ code, stderr }) => `${code} ${stderr}`)).toEqual(teams.map(() => '0 '))
  for (const team of teams) expect(config()).toContain(`  ${team}:\n`)
})

test('[CFG34] what somebody changes while the command asks is not undone', async () => {
  for (const team of ['ant', 'bee']) await iris(home, ['teams', 'add', team, join(home, team)])
  const removing = spawnIris(home, ['teams', 'remove', 'ant'], { terminal: true })
  const ended = ranOf(removing)
  await new Promise<void>((resolve) => {
    removing.stdout?.on('data', (shown: string) => shown.includes('[y/N]') && resolve())
  })
  appendFileSync(join(home, 'config.yaml'), '# by hand, while it asked\n')
  removing.stdin?.write('y\n')
  expect((await ended).code).toBe(0)
  expect(config()).toContain('# by hand, while it asked')
  expect(config()).not.toContain('  ant:\n')
})
