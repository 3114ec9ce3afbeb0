import { expect, test } from 'vitest'
import { z } from 'zod'
import { calls, type Caller, type Operation, type Operations, type Role } from '../../contract/index.ts'
import { onlyOperations } from '../../../test/support/operations.ts'
import { operationTools } from './operation-tools.ts'
import type { ToolContext } from './tool.ts'
import { toolsFor } from './tools.ts'

const named = Object.values<Operation>(calls).flatMap((operation) =>
  operation.tool ? [{ operation, ...operation.tool }] : [],
)
const roles: Role[] = ['human', 'observer', 'agent', 'iris']
const toolNamed = (wanted: string) => operationTools.find(({ listing: { name } }) => name === wanted)!

test('[MCP37] a tool that an operation names is for whom the operation is', () => {
  expect(named.map(({ name }) => name)).toContain('session_fork')
  for (const { name, operation } of named) {
    const allowed: readonly string[] =
      operation.for === 'anyone' ? ['human', 'observer', 'agent'] : operation.for
    const having = roles.filter((role) => toolsFor(role).has(name))
    expect([name, having]).toEqual([name, roles.filter((role) => allowed.includes(role))])
  }
})

test('[MCP37] it takes what the call takes, or what the operation says instead', () => {
  for (const { name, input, operation } of named) {
    const { inputSchema } = toolNamed(name).listing
    const { $schema: _, ...declared } = z.toJSONSchema(input ?? operation.input, { io: 'input' })
    expect(inputSchema).toMatchObject(declared)
    expect(inputSchema).not.toHaveProperty('$schema')
  }
})

test('[MCP37] it does what the call does, for whoever calls, and gives it in the shape that is declared', async () => {
  const heard: unknown[] = []
  const operations = onlyOperations({
    forkSession(input, who) {
      heard.push(['fork', input, who])
      return { command: 'claude', cwd: '/projects/alpha', conversation: 'c' }
    },
    listRuns(input, who) {
      heard.push(['list', input, who])
      return { runs: [] }
    },
    removeSession(input, who) {
      heard.push(['remove', input, who])
      return { session: null }
    },
  })
  const caller: Caller = { name: 'alpha', kind: 'human' }
  const use = (name: string, input: object) => called({ operations, caller }, name, input)
  const forked = { command: 'claude', cwd: '/projects/alpha', conversation: 'c' }
  expect(await use('session_fork', { team: 'beta' })).toEqual({ status: 'ok', ...forked })
  expect(await use('run_list', { open: true })).toEqual({ status: 'ok', runs: [] })
  expect(await use('session_delete', { team: 'beta' })).toEqual({ status: 'not_there', session: null })
  expect(heard).toEqual([
    ['fork', { team: 'beta' }, caller],
    ['list', { state: 'open', limit: 10 }, caller],
    ['remove', { team: 'beta' }, caller],
  ])
  await expect(use('session_fork', {})).rejects.toMatchObject({ code: 'INPUT_INVALID' })
})

test('[MCP37] who lets go of a call hangs up', async () => {
  const stop = new AbortController()
  const over: string[] = []
  const operations = onlyOperations({
    wakeTeams(_, __, onHangUp) {
      onHangUp(() => over.push('hung up'))
      return { teams: [] }
    },
  })
  const caller: Caller = { name: 'user', kind: 'human' }
  await called({ operations, caller, signal: stop.signal }, 'team_wake_all', {})
  expect(over).toEqual([])
  stop.abort()
  expect(over).toEqual(['hung up'])
})

function called(
  given: { operations: Operations; caller: Caller; signal?: AbortSignal },
  name: string,
  input: object,
): Promise<Record<string, unknown>> {
  const signal = new AbortController().signal
  // The tools of operations work with these alone.
  return toolNamed(name).call({ signal, ...given } as unknown as ToolContext, input)
}
