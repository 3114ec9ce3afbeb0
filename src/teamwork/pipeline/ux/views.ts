import type { UxState, UxTest } from '../../../contract/index.ts'
import type { UxRow } from './rows.ts'

/** A UX test as people see it. */
export function toUxTest(row: UxRow): UxTest {
  const { ux, build, team, words, ask, persona, score, createdAt, endedAt, subject, found, madeBy } = row
  const state = stateOf(row)
  const about = { ux, of: subject, build, team, state, words, ask, persona, score }
  return { ...about, ...JSON.parse(found), by: madeBy, createdAt, endedAt }
}

function stateOf({ outcome, startedAt, ask, persona }: UxRow): UxState {
  if (outcome !== null) return outcome
  if (startedAt !== null) return 'running'
  return ask !== null && persona === null ? 'asked' : 'waiting'
}
