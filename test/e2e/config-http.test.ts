import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDaemon } from '../support/daemon.ts'
import { iris } from '../support/iris.ts'

let world: Awaited<ReturnType<typeof openDaemon>>
beforeAll(async () => {
  world = await openDaemon()
})
afterAll(() => world.end())

test('[DSH22] a config with mistakes, or one that somebody else changed, is not written', async () => {
  const file = join(world.home, 'config.yaml')
  const { text, version, mistakes } = await world.client.call('readConfigFile', {})
  expect([text, mistakes]).toEqual([readFileSync(file, 'utf8'), []])
  const wrong = `${text}nonsense: 1\n`
  const checked = await world.client.call('checkConfigText', { text: wrong })
  expect(checked.mistakes).toMatchObject([{ line: 3, path: 'nonsense' }])
  const save = (wanted: string, of: string) =>
    world.client.call('saveConfigFile', { text: wanted, version: of })
  await expect(save(wrong, version)).rejects.toMatchObject({ code: 'CONFIG_INVALID' })
  const good = `${text}  maxProcesses: 3\n`
  const saved = await save(good, version)
  expect(readFileSync(file, 'utf8')).toBe(good)
  writeFileSync(file, `${good}# by hand\n`)
  await expect(save(text, saved.version)).rejects.toMatchObject({ code: 'CONFIG_CHANGED' })
})

test('[CFG33] keys without effect are said with their line when the file is read or a text is checked', async () => {
  const { text, notices } = await world.client.call('readConfigFile', {})
  expect(notices).toEqual([])
  const idle = `${text}agent:\n  temperature: 1\n`
  const checked = await world.client.call('checkConfigText', { text: idle })
  const line = idle.split('\n').indexOf('  temperature: 1') + 1
  const notice = { line, path: 'agent.temperature', message: expect.stringContaining('has no effect') }
  expect(checked).toMatchObject({ mistakes: [], notices: [notice] })
  writeFileSync(join(world.home, 'config.yaml'), idle)
  expect(await world.client.call('readConfigFile', {})).toMatchObject({ mistakes: [], notices: [notice] })
  const wrong = await world.client.call('checkConfigText', { text: `${idle}nonsense: 1\n` })
  expect(wrong).toMatchObject({ mistakes: [{ path: 'nonsense' }], notices: [] })
})

test('[CFG35] what needs a restart keeps its value until then, and what waits is said', async () => {
  const { home, client, end } = await openDaemon()
  const before = await client.call('getStatus', {})
  const changed =
    'settings:\n  httpPort: 0\n  logLevel: debug\n  maxProcesses: 3\ndatabase:\n  path: other.db\n'
  const words = [
    'settings.logLevel is info until a restart, then debug.',
    `database.path is ${home}/iris.db until a restart, then ${home}/other.db.`,
  ]
  const told = await client.call('checkConfigText', { text: changed })
  expect(told.waiting.map(({ message }) => message)).toEqual(words)
  writeFileSync(join(home, 'config.yaml'), changed)
  // The call that every tell begins with.
  const waiting = async () => (await client.call('getStatus', {})).config.waiting
  await expect.poll(waiting).toEqual(words)
  const after = await client.call('getStatus', {})
  expect([after.database.path, after.url]).toEqual([before.database.path, before.url])
  expect((await client.call('listProcesses', {})).limit).toBe(3)
  for (const command of [['status'], ['config', 'check']]) {
    const { code, stdout } = await iris(home, command)
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining(`! ${words[0]}\n! ${words[1]}\n  To restart: iris restart`),
    ])
  }
  await end()
})
