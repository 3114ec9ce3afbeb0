import type { UxState, UxTest } from '../../../contract/index.ts'
import { UxFound } from './plan.ts'
import type { UxRow } from './rows.ts'
import { partsOf } from './score.ts'

/** A UX test as people see it. */
export function toUxTest(row: UxRow): UxTest {
  const { ux, build, team, words, ask, persona, score, createdAt, endedAt, subject, madeBy } = row
  const { journeys, barriers } = foundIn(row)
  return {
    ux,
    of: subject,
    build,
    team,
    state: stateOf(row),
    words,
    ask,
    persona,
    score,
    parts: score === null ? [] : partsOf(journeys, barriers),
    journeys,
    barriers,
    hasPictures: row.isPruned === 0,
    by: madeBy,
    createdAt,
    endedAt,
  }
}

/** What a test has found, as far as it has come. */
export function foundIn({ found }: Pick<UxRow, 'found'>): UxFound {
  return UxFound.parse(JSON.parse(found))
}

function stateOf({ outcome, startedAt, ask, persona }: UxRow): UxState {
  if (outcome !== null) return outcome
  if (startedAt !== null) return 'running'
  return ask !== null && persona === null ? 'asked' : 'waiting'
}
