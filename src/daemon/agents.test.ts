import { isAbsolute } from 'node:path'
import { expect, test } from 'vitest'
import type { Team } from '../platform/config/index.ts'
import { claudeAtHand } from './agents.ts'

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
