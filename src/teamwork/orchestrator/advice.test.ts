import { expect, test } from 'vitest'
import { newId, type Ask } from '../../contract/index.ts'
import type { TurnRow } from '../../core/sessions/index.ts'
import { adviceOf, statusOf } from './advice.ts'
import type { OrchestratorDeps } from './deps.ts'
import { heldAdvice } from './views.ts'

const ask = newId('ask', 0)
const row = { id: newId('trn', 0), session: newId('ses', 0), how: null, endedAt: null } as TurnRow
const human = { name: 'user', kind: 'human' } as const
const agent = { name: 'beta', kind: 'agent' } as const

/** What is said to a caller of a turn that waits for this ask. */
function said(
  about: Partial<Ask>,
  caller: typeof human | typeof agent = human,
  mayAnswer = false,
): string | null {
  const whole = { ask, kind: 'permission', tool: 'Bash', input: {}, text: '', ...about }
  const shown = { whoMayAnswer: { lead: null, answerers: [] }, ...whole } as Ask
  // Of all that it is made from only the inbox is asked.
  const deps = {
    asks: { view: () => shown, listFor: () => (mayAnswer ? [shown] : []), holding: () => [] },
  } as unknown as OrchestratorDeps
  return adviceOf(deps, {
    caller,
    row,
    team: 'alpha',
    status: 'needs_answer',
    ask,
    ways: undefined,
    isCut: false,
  })
}

test('[TEA80] what an agent waits for is said in a sentence, with what it wants first, and cut where it is long', () => {
  expect(said({ input: { command: 'rm  -rf\nbuild' } })).toContain('it wants to use Bash: rm -rf build.')
  expect(said({ input: { file_path: '/a' } })).toContain('it wants to use Bash: /a.')
  expect(said({ input: { other: 1 } })).toContain('it wants to use Bash: {"other":1}.')
  expect(said({ kind: 'plan', text: 'A plan' })).toContain('it wants its plan approved: A plan.')
  const long = `b${'e'.repeat(299)}`
  expect(said({ kind: 'question', text: long })).toContain(`it asks: ${long}.`)
  expect(said({ kind: 'question', text: `${long}!` })).toContain(`it asks: ${long}….`)
})

test('[TEA80] who may answer is told how, all others who may', () => {
  const open = { kind: 'question', text: 'Tea?' } as const
  expect(said(open)).toContain('then answer it with the inbox')
  expect(said(open, agent, true)).toContain('then answer it with the inbox')
  expect(said(open, agent)).toContain('You may not answer it; a person may.')
  const whoMayAnswer = { lead: 'gamma', answerers: ['gamma', 'delta'] }
  expect(said({ ...open, whoMayAnswer }, agent)).toContain('a person or gamma or delta may.')
  expect([statusOf('permission'), statusOf('plan'), statusOf('question')]).toEqual([
    'needs_permission',
    'needs_answer',
    'needs_answer',
  ])
})

test('[TEA30] a turn that a limit holds says which, and when it runs again', () => {
  const held = (retry: object | undefined, endedAt: number | null = null) =>
    heldAdvice(
      {
        sessions: { retry: () => retry, live: () => ({ startFailure: undefined }) },
        clock: { now: () => 0 },
      } as unknown as OrchestratorDeps,
      { ...row, endedAt },
    )
  expect(held({ for: 'quota', until: null, byHand: false })).toMatch(
    /^It hit the account limit and runs again on its own when/,
  )
  expect(held({ for: 'budget', until: null, byHand: false })).toContain(
    'It hit a budget and runs again on its own',
  )
  expect(held({ for: 'budget', until: null, byHand: true })).toContain('only when a person says so')
  expect([held(undefined), held({ for: 'quota', until: null, byHand: true }, 1)]).toEqual([null, null])
})
