import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openAgentSecrets } from '../tokens/index.ts'
import type { CompiledConfig, Team } from '../../platform/config/index.ts'
import { createSettingsMarks } from './settings-marks.ts'

// Only these fields matter here.
const team = (more: Partial<Team> = {}) => ({ claudePath: 'claude', env: {}, ...more }) as Team

test('[TEA77] what the config gives an agent at its start is one mark, which changes with each of it and tells nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'iris-marks-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const secrets = openAgentSecrets(join(folder, 'key'))
  const claude = { env: { KEY: 'hush', PATH: '/bin' } }
  // Only these fields of the config matter here.
  const mark = (more: Partial<Team> = {}, env: object = claude.env) => {
    const config = () => ({ claude: { env } }) as unknown as CompiledConfig
    return createSettingsMarks({ config, secrets })(team(more))
  }
  expect(mark()).toMatch(/^[0-9a-f]{64}$/)
  expect(mark({}, { PATH: '/bin', KEY: 'hush' })).toBe(mark())
  expect(mark({ color: '#fff', grantPermission: 'yes', idleTimeout: 5 })).toBe(mark())
  const others: Partial<Team>[] = [
    { path: '/elsewhere' },
    { remote: ['ssh', 'host'] },
    { claudePath: '/opt/claude' },
    { model: 'opus' },
    { appendSystemPrompt: 'Be brief.' },
    { questioning: true },
    { allowedTools: ['Read'] },
    { disallowedTools: ['Read'] },
    { env: { KEY: 'own' } },
  ]
  const marks = [...others.map((more) => mark(more)), mark({}, { ...claude.env, KEY: 'fresh' })]
  expect(new Set([mark(), ...marks]).size).toBe(11)
})
