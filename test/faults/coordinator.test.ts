import { execFileSync } from 'node:child_process'
import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { clientOf, makeHome } from '../support/daemon.ts'
import { startDaemonProcess, type DaemonProcess } from '../support/daemon-process.ts'
import { writeFakeClaude } from '../support/teams.ts'
import { endPipe } from '../support/victims.ts'

let home: string
let daemon: DaemonProcess

beforeEach(async () => {
  home = realpathSync(makeHome('iris-coordinator-', ''))
  const shop = join(home, 'shop')
  mkdirSync(shop)
  execFileSync('git', ['init', '-q', '-b', 'main', shop])
  const own = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org']
  execFileSync('git', ['-C', shop, ...own, 'commit', '-q', '--allow-empty', '-m', 'one'])
  const claudePath = writeFakeClaude(join(home, 'claude'), `init()`)
  const teams = { shop: { path: shop, claudePath } }
  writeFileSync(
    join(home, 'config.yaml'),
    stringify({ settings: { httpPort: 0 }, agent: { enabled: false }, teams }),
  )
  daemon = await startDaemonProcess(home)
})
afterEach(async () => {
  await daemon.kill()
  await endPipe(home)
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

async function killAndStart(): Promise<void> {
  await daemon.kill()
  daemon = await startDaemonProcess(home)
}

/** Resolves with the first event of a type. */
async function first(type: string): Promise<void> {
  for await (const _ of clientOf(home).events({ types: [type] })) return
}

const asks = async () =>
  (await clientOf(home).call('listAsks', {})).asks.filter(({ source }) => source === 'pm')
const builds = async () => (await clientOf(home).call('listBuilds', {})).builds.map(({ key }) => key)

test('[CRD9] [CRD12] a build that failed is asked about once and tried again once, killed before the question and after the answer', async () => {
  const client = clientOf(home)
  const task = { title: 'Write the menu', files: [], check: { command: 'cat menu.txt', expected: {} } }
  const { key } = await client.call('createTask', { team: 'shop', ...task })
  const { build } = await client.call('startBuild', { team: 'shop' })
  await client.call('skipBuildTask', { build, task: key })
  const ended = first('build.ended')
  await client.call('confirmBuild', { build })
  await ended
  await killAndStart()
  await expect.poll(asks).toHaveLength(1)
  const [ask] = await asks()
  expect(ask).toMatchObject({ text: 'shop-b1 failed. What is to become of the tasks that are left?' })
  await clientOf(home).call('answerAsk', { ask: ask!.ask, choose: 'Try what is left again' })
  await killAndStart()
  await expect.poll(builds).toEqual(['shop-b2', 'shop-b1'])
  await first('coordinator.acted')
  await killAndStart()
  expect(await builds()).toEqual(['shop-b2', 'shop-b1'])
  expect(await asks()).toEqual([])
  const { concerns } = await clientOf(home).call('listConcerns', { state: 'all' })
  const failed = concerns.filter(({ kind }) => kind === 'build_failed')
  expect(failed).toMatchObject([{ about: 'shop-b1', action: 'REDISTRIBUTE', endedAt: expect.any(Number) }])
  await clientOf(home).call('stopBuild', { build: 'shop-b2' })
})
