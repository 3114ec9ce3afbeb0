import { expect, test } from 'vitest'
import { newId, type Identity } from '../../contract/index.ts'
import { callerOf, createIdentify, speakFor } from './caller.ts'

const task = newId('tsk', 0)
const session = newId('ses', 0)
const agent = newId('agt', 0)

function identify(shown: { agent: typeof agent; task?: typeof task } | undefined, isAlive = true) {
  const token: Identity = { role: 'human', name: 'owner' }
  return createIdentify({
    irisOf: (secret) => (secret === 'iris' ? { role: 'iris', name: 'iris' } : undefined),
    secrets: { agentOf: (secret) => (secret === 'agent' ? shown : undefined) },
    sessionOf: () => (isAlive ? { id: session, team: 'alpha' } : undefined),
    tokens: { identify: (secret) => (secret === 'token' ? token : undefined) },
  })
}

test('[HTTP21] [LEA20] an agent is who its secret says: its team, its session, and the task if it has one', () => {
  const known = { role: 'agent', name: 'alpha', team: 'alpha', session }
  expect(identify({ agent })('agent')).toEqual(known)
  expect(identify({ agent, task })('agent')).toEqual({ ...known, task })
  expect(identify({ agent, task }, false)('agent')).toBeUndefined()
  expect(identify(undefined)('agent')).toBeUndefined()
  expect(['iris', 'token', 'other'].map((secret) => identify({ agent })(secret)?.role)).toEqual([
    'iris',
    'human',
    undefined,
  ])
})

test('[LEA20] a caller speaks for its task alone, and a worker without one for nobody', () => {
  const own = { role: 'agent', name: 'alpha', team: 'alpha' } as const
  expect(callerOf({ ...own, session, task })).toEqual({ name: 'alpha', kind: 'agent', session, task })
  expect(callerOf(own)).toEqual({ name: 'alpha', kind: 'agent' })
  expect(callerOf({ role: 'worker', name: 'w', task })).toEqual({ name: 'w', kind: 'agent', task })
  const refused = (identity: Identity) => () => callerOf(identity)
  expect(refused({ role: 'worker', name: 'w' })).toThrow('This token names no task.')
  expect(refused({ role: 'agent', name: 'alpha' })).toThrow('This token names no team.')
  expect(refused({ role: 'iris', name: 'iris' })).toThrow('has its own tools')
})

test('[HTTP21] a person speaks for any team, an agent for its own; a long name is not said back whole', () => {
  expect(speakFor({ name: 'user', kind: 'human' }, 'beta')).toEqual({ name: 'beta', kind: 'human' })
  const alpha = { name: 'alpha', kind: 'agent' } as const
  expect([speakFor(alpha, undefined), speakFor(alpha, 'alpha')]).toEqual([alpha, alpha])
  const long = `b${'e'.repeat(100)}`
  expect(() => speakFor(alpha, long)).toThrow(`alpha may not speak for ${long.slice(0, 80)}.`)
})
