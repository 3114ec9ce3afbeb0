import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { IrisError } from '../../contract/index.ts'
import { connectPipe } from '../transport/index.ts'
import { manualClock } from '../../platform/clock/index.ts'
import type { Team } from '../../platform/config/index.ts'
import { claudeAtHand } from './claude-at-hand.ts'
import { createAgentHost, type AgentHostDeps } from './host.ts'
import { insistOnAnswers } from './insisting.ts'
import { permissionsOf } from './permissions.ts'

// Only these fields matter here.
const team = (more: Partial<Team> = {}) => ({ claudePath: 'claude', env: {}, ...more }) as Team

test('[CLI19] a CLI that is only in the package beside Iris is named by its path', () => {
  expect(isAbsolute(claudeAtHand(team(), { set: {}, variables: {} }).path)).toBe(true)
  expect(claudeAtHand(team({ claudePath: '/opt/claude' }), { set: {}, variables: {} }).path).toBe(
    '/opt/claude',
  )
})

test('[CLI19] what the team says of its folder counts more than what all have, and that more than the daemon', () => {
  const variables = { CLAUDE_CONFIG_DIR: '/daemon' }
  const set = { CLAUDE_CONFIG_DIR: '/all' }
  const own = team({ env: { CLAUDE_CONFIG_DIR: '/own' } })
  expect(claudeAtHand(own, { set, variables }).folder).toBe('/own')
  expect(claudeAtHand(team(), { set, variables }).folder).toBe('/all')
  expect(claudeAtHand(team(), { set: {}, variables }).folder).toBe('/daemon')
  const remote = team({ remote: ['ssh', 'host'] })
  expect(claudeAtHand(remote, { set: {}, variables })).toEqual({ path: 'claude', folder: undefined })
})

test.each([
  [() => Promise.reject(new IrisError('TEAM_FOLDER_SILENT', 'silent')), 'TEAM_FOLDER_SILENT'],
  [() => Promise.resolve(false), 'TEAM_FOLDER_MISSING'],
])('[PRJ6] no process is started in a folder that does not answer or is not there', async (isThere, code) => {
  // Nothing else is reached: without an environment no pipe could be.
  const host = createAgentHost({ projects: { isThere } } as unknown as AgentHostDeps)
  const start = { id: 'agt_1', session: {}, team: team({ path: '/hangs' }), conversation: {} }
  await expect(host.launch(start as Parameters<typeof host.launch>[0])).rejects.toMatchObject({ code })
})

test('[TEA67] only agents of a team that allows everything ask nobody: root and who is elsewhere by allowing itself', () => {
  const sandbox = { IS_SANDBOX: '1' }
  const how = (more: Partial<Team>, own: { uid?: number; env?: object; set?: object } = {}) =>
    permissionsOf(team(more), { env: { ...own.env }, set: { ...own.set } }, own.uid ?? 1000)
  const bypass = { permissionMode: 'bypassPermissions' }
  const byItself = { permissionMode: 'acceptEdits', allowsItself: true }
  for (const grantPermission of ['ask', 'no', 'forward'] as const) {
    const asked = { permissionMode: 'default' }
    expect(how({ grantPermission }, { env: sandbox, set: sandbox })).toEqual(asked)
    expect(how({ grantPermission }, { uid: 0 })).toEqual(asked)
  }
  const yes = { grantPermission: 'yes' } as const
  expect(how(yes)).toEqual(bypass)
  expect(how(yes, { uid: 0 })).toEqual(byItself)
  expect(how(yes, { uid: 0, env: sandbox })).toEqual(bypass)
  const remote = { ...yes, remote: ['ssh', 'host'] } as const
  expect([how(remote), how(remote, { env: sandbox })]).toEqual([byItself, byItself])
  expect(how(remote, { set: sandbox })).toEqual(bypass)
})

test('[DMN21] a stop does not wait for an iris-pipe that is suspended, and leaves it its agents', async () => {
  const home = mkdtempSync(join(tmpdir(), 'iris-suspended-'))
  const env = { PATH: process.env['PATH'] }
  const pipe = await connectPipe({ home, start: true, env })
  const { pid } = await pipe.hello()
  onTestFinished(async () => {
    process.kill(pid, 'SIGCONT')
    await pipe.shutdown()
    rmSync(home, { recursive: true, force: true })
  })
  const stay = ['-e', 'process.stdin.resume()']
  await pipe.spawn({ id: 'agt_1', command: process.execPath, args: stay, cwd: home, env: {} })
  const clock = manualClock()
  const said: string[] = []
  const logger = { warn: (message: string) => said.push(message), debug: () => undefined }
  // What else a host has is for agents that it starts itself.
  const host = createAgentHost({
    environment: { home, variables: env },
    clock,
    logger,
    onLost: () => said.push('looked for anew'),
  } as unknown as AgentHostDeps)
  expect([...(await host.known()).keys()]).toEqual(['agt_1'])
  process.kill(pid, 'SIGSTOP')
  const dropping = host.drop('agt_1').then(
    () => 'dropped',
    (error: unknown) => (error instanceof IrisError ? error.code : error),
  )
  host.beginStop()
  const closing = host.close()
  clock.advance(3000)
  await closing
  expect(await dropping).toBe('PIPE_CLOSED')
  expect(said).toEqual(['iris-pipe does not answer; it is left with its agents'])
})

test('[DMN21] a stop waits for an iris-pipe that answers, as long as it takes', async () => {
  const clock = manualClock()
  let hellos = 0
  let isClosed = false
  const end = insistOnAnswers({
    clock,
    pipe: () => ({
      hello: () => ((hellos += 1), Promise.resolve({ version: 1, pid: 1, identity: '' })),
      close: () => (isClosed = true),
    }),
    onSilent: () => undefined,
  })
  for (let round = 1; round <= 3; round += 1) {
    await Promise.resolve()
    clock.advance(3000)
    expect([hellos, isClosed]).toEqual([round + 1, false])
  }
  end()
  clock.advance(9000)
  expect(hellos).toBe(4)
})
