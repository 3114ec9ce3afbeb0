import { join } from 'node:path'
import type { Check, CheckState } from '../../contract/index.ts'
import type { FindingRows } from './finding-rows.ts'
import type { CheckRow } from './rows.ts'

/** What a check is shown with. */
export interface ViewDeps {
  findings: FindingRows
  folderOf: (id: Check['check']) => string
}

/** A check as its readers see it. */
export function toCheck({ findings, folderOf }: ViewDeps, row: CheckRow): Check {
  const {
    id,
    taskKey,
    repository: ____,
    at: _,
    outcome: __,
    madeBy,
    isPruned,
    leader: ___,
    steps,
    ...rest
  } = row
  const { all, open } = findings.count({ check: id, repository: placeOf(row) })
  const state = stateOf(row, open)
  return {
    ...rest,
    check: id,
    key: taskKey,
    by: madeBy,
    state,
    words: state === 'held' ? heldWords(open) : row.words,
    findings: all,
    openFindings: open,
    steps: steps.map(({ expected: _expected, ...step }, place) => ({
      ...step,
      file: isPruned === 1 || step.state === 'waiting' ? null : join(folderOf(id), `${place + 1}-0.log`),
    })),
  }
}

/** Where what was accepted counts. */
export const placeOf = ({ repository, folder }: Pick<CheckRow, 'repository' | 'folder'>): string =>
  repository ?? folder

/** A pass is one only when nothing that was found is open. */
export function stateOf({ at, outcome }: CheckRow, openFindings: number): CheckState {
  if (outcome === null) return at === 'ended' ? 'failed' : at
  return outcome === 'passed' && openFindings > 0 ? 'held' : outcome
}

function heldWords(open: number): string {
  return `Its commands passed, but ${open === 1 ? 'a finding waits' : `${open} findings wait`} for you.`
}
