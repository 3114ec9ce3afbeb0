import { isAbsolute } from 'node:path'
import { expect, test } from 'vitest'
import { IrisError } from '../contract/index.ts'
import type { Team } from '../platform/config/index.ts'
import { claudeAtHand, createAgentHost, mayBypass, type AgentHostDeps } from './agents.ts'

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

test('[TEA67] only agents of a team that allows everything ask nobody, and none as root outside a sandbox', () => {
  const sandbox = { IS_SANDBOX: '1' }
  const may = (more: Partial<Team>, own: { uid?: number; env?: object; set?: object } = {}) =>
    mayBypass(team(more), { env: { ...own.env }, set: { ...own.set } }, own.uid ?? 1000)
  expect(may({ grantPermission: 'yes' })).toBe(true)
  for (const grantPermission of ['ask', 'no', 'forward'] as const) {
    expect(may({ grantPermission }, { env: sandbox, set: sandbox })).toBe(false)
  }
  expect(may({ grantPermission: 'yes' }, { uid: 0 })).toBe(false)
  expect(may({ grantPermission: 'yes' }, { uid: 0, env: sandbox })).toBe(true)
  const remote = { grantPermission: 'yes', remote: ['ssh', 'host'] } as const
  expect([may(remote), may(remote, { env: sandbox }), may(remote, { set: sandbox })]).toEqual([
    false,
    false,
    true,
  ])
})
