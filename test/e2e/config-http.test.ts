import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDaemon } from '../support/daemon.ts'

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
