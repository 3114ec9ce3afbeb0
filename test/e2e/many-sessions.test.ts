import { afterAll, beforeAll, expect, test } from 'vitest'
import { allSessions } from '../../src/client/index.ts'
import type { CallOutput } from '../../src/contract/index.ts'
import { openDaemon } from '../support/daemon.ts'
import { iris } from '../support/iris.ts'

const many = 507
const config = 'settings:\n  httpPort: 0\nteams:\n  alpha: { path: /tmp }\n  beta: { path: /tmp }\n'
let world: Awaited<ReturnType<typeof openDaemon>>
beforeAll(async () => {
  world = await openDaemon(config)
  // An empty conversation needs a session and no agent.
  for (let n = 0; n < many; n += 1)
    await world.client.call('rebootSession', { team: 'alpha', fromTeam: `caller-${n}` })
  await world.client.call('rebootSession', { team: 'beta' })
})
afterAll(() => world.end())

type Page = CallOutput<'listSessions'>
const names = ({ sessions }: Pick<Page, 'sessions'>) => sessions.map(({ session }) => session)

test('[HTTP34] sessions come in pages, the last used first, each once and none left out', async () => {
  const first = await world.client.call('listSessions', {})
  expect(first.sessions).toHaveLength(500)
  // Of what was used in one millisecond either may be first.
  const newest = first.sessions.filter(({ lastUsedAt }) => lastUsedAt === first.sessions[0]?.lastUsedAt)
  expect(newest.map(({ to }) => to)).toContain('beta')
  const second = await world.client.call('listSessions', { before: first.next ?? '' })
  expect([second.sessions.length, second.next]).toEqual([many + 1 - 500, null])
  const all = await allSessions(world.client)
  expect(names(all)).toEqual([...names(first), ...names(second)])
  expect(new Set(names(all)).size).toBe(many + 1)
  const times = all.sessions.map(({ lastUsedAt }) => lastUsedAt)
  expect(times).toEqual(times.toSorted((a, b) => b - a))
})

test('[HTTP34] the pages of one team, of any size, hold its sessions alone', async () => {
  const found: string[] = []
  let page = await world.client.call('listSessions', { team: 'alpha', limit: 200 })
  found.push(...names(page))
  while (page.next) {
    page = await world.client.call('listSessions', { team: 'alpha', limit: 200, before: page.next })
    found.push(...names(page))
  }
  expect([found.length, new Set(found).size]).toEqual([many, many])
  for (const wrong of ['ses_1', '12', '1.trn_1', 'x.ses_1'])
    await expect(world.client.call('listSessions', { before: wrong })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    })
})

test('[CLI33] iris sessions says how to go on where there is more than a page', async () => {
  const shown = await iris(world.home, ['sessions', '--team', 'alpha', '--limit', '3'])
  const more = /^More: iris (sessions --team alpha --limit 3 --before \S+)$/m.exec(shown.stdout)?.[1]
  expect(shown.stdout.match(/ses_\w+ +caller/g)).toHaveLength(3)
  const next = await iris(world.home, [...(more ?? '').split(' '), '--json'])
  const page = JSON.parse(next.stdout) as Page
  expect([page.sessions.length, page.next]).toEqual([3, expect.any(String)])
  for (const { session } of page.sessions) expect(shown.stdout).not.toContain(`${session} `)
  const last = await iris(world.home, ['sessions', '--json', '--team', 'beta'])
  expect(JSON.parse(last.stdout)).toMatchObject({ sessions: [{ to: 'beta' }], next: null })
  expect((await iris(world.home, ['sessions', '--limit', '0'])).code).toBe(2)
})
