import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listen, type Heard } from '../../src/teamwork/notifications/world.suite.ts'
import { iris } from '../support/iris.ts'
import { openTeams } from '../support/teams.ts'

test('[NTF9] [NTF12] [INB12] a permission of the genuine CLI is answered by a tap in Telegram', async () => {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'iris-scratch-')))
  onTestFinished(() => rmSync(scratch, { recursive: true }))
  let tap: (update: object) => void = () => undefined
  const tapped = new Promise<object>((resolve) => (tap = resolve))
  let isOver: (value: object) => void = () => undefined
  const over = new Promise<object>((resolve) => (isOver = resolve))
  const bot = await listen(async ({ path, body }: Heard) => {
    if (path.endsWith('/sendMessage')) return { body: { ok: true, result: { message_id: 7 } } }
    if (!path.endsWith('/getUpdates')) return { body: { ok: true } }
    const update = await (body['offset'] === 0 ? tapped : over)
    return { body: { ok: true, result: [update] } }
  })
  const world = await openTeams({
    lines: `
  - { when: { says: write }, reply: [{ tool: { name: Write, input: { file_path: '${scratch}/out', content: x } } }] }
  - { when: { tool: Write }, reply: 'Written.' }
`,
    teams: { alpha: { grantPermission: 'ask' } },
    sections: {
      agent: { completionAnalysis: { alertMethods: ['dashboard', 'telegram'] } },
      notifications: { telegram: { token: '1:secret', chat: '42', server: bot.url } },
    },
  })
  onTestFinished(async () => {
    isOver({ update_id: 2 })
    await world.end()
    await bot.close()
  })
  const tried = await iris(world.home, ['inbox', 'test-alert', '--json'])
  expect(JSON.parse(tried.stdout)).toEqual({ results: [{ method: 'telegram', ok: true, error: null }] })
  const wrong = await iris(world.home, ['inbox', 'test-alert', 'pigeon'])
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('telegram')])
  const telling = world.tell('write')
  const { data } = await world.event('notification.sent')
  const { ask } = data as { ask: string }
  const message = { message_id: 7, chat: { id: 42 } }
  tap({ update_id: 1, callback_query: { id: 'q', data: `${ask} y`, message } })
  expect(await telling.outcome).toMatchObject({ status: 'answered', text: 'Written.' })
  expect(existsSync(join(scratch, 'out'))).toBe(true)
  const { asks } = await world.client.call('listAsks', { state: 'all' })
  expect(asks[0]).toMatchObject({ ask, answer: { source: 'user', by: 'telegram', allow: true } })
  expect(await world.client.call('reportPresence', { page: 'p1', looking: true })).toMatchObject({
    present: true,
  })
})
