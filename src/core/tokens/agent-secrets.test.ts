import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '../../contract/index.ts'
import { openAgentSecrets } from './agent-secrets.ts'

let folder = ''
const file = () => join(folder, 'agent-key')
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'iris-key-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('[TEA33] [TEA69] a secret names its agent, over restarts, and cannot be made without the key', () => {
  const agent = newId('agt')
  const secret = openAgentSecrets(file()).secretFor(agent)
  const again = openAgentSecrets(file())
  expect(again.agentOf(secret)).toEqual({ agent })
  expect(again.secretFor(newId('agt'))).not.toBe(secret)
  expect(again.agentOf(secret.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).toBeUndefined()
  expect(again.agentOf(secret.replace(agent, newId('agt')))).toBeUndefined()
  expect(again.agentOf(secret.replace(agent, newId('ses')))).toBeUndefined()
  expect(again.agentOf('iris_agent_x')).toBeUndefined()
  expect(statSync(file()).mode & 0o777).toBe(0o600)
})

test('[LEA20] the secret of an agent that works on a task says so, and cannot be turned to another task', () => {
  const secrets = openAgentSecrets(file())
  const agent = newId('agt')
  const [task, other] = [newId('tsk'), newId('tsk')]
  const secret = secrets.secretFor(agent, task)
  expect(secrets.agentOf(secret)).toEqual({ agent, task })
  expect(secrets.agentOf(secret.replace(task, other))).toBeUndefined()
  // Neither taken off nor put on.
  expect(secrets.agentOf(secret.replace(`_${task}`, ''))).toBeUndefined()
  expect(secrets.agentOf(secrets.secretFor(agent).replace(agent, `${agent}_${task}`))).toBeUndefined()
})

test('[TEA33] an empty or damaged key file is replaced, never used', () => {
  for (const text of ['', 'abc', 'g'.repeat(64)]) {
    writeFileSync(file(), text)
    openAgentSecrets(file())
    expect(readFileSync(file(), 'utf8')).toMatch(/^[0-9a-f]{64}$/)
  }
})
