import type { StageState } from '../../../contract/index.ts'
import type { StageRow } from './stage.ts'

/** What a role is at, from what is stored: nothing of it is stored itself. */
export function stateOf(stage: StageRow | undefined, waits = false): StageState {
  if (!stage) return waits ? 'WAITING' : 'IDLE'
  if (stage.how === null) {
    if (stage.askedAt !== null) return 'ACTIVE'
    return waits ? 'WAITING' : 'LOADING'
  }
  if (stage.how !== 'answered') return 'ERROR'
  return waits ? 'WAITING' : 'COMPLETE'
}
