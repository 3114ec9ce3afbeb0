import { IrisError, type CheckId } from '../../contract/index.ts'
import type { ChecksContext } from './context.ts'
import { rowOf } from './reading.ts'
import { record } from './recording.ts'
import { placeOf, stateOf } from './views.ts'

const maxFindings = 10_000

/** Who decides, and why. */
export interface Word {
  by: string
  note: string | null
}

/** Lets a check pass in spite of findings, for exactly this content. */
export function accept(
  context: ChecksContext,
  id: CheckId,
  { numbers, by, note }: Word & { numbers: readonly number[] },
): void {
  const row = rowOf(context, id)
  const all = context.findings.list({ check: id, repository: placeOf(row), after: 0, limit: maxFindings })
  const marks = numbers.map((number) => {
    const found = all.find((finding) => finding.number === number)
    if (!found) throw new IrisError('FINDING_UNKNOWN', `${id} has no finding ${number}.`)
    return found.mark
  })
  record.accepted(context, row, { marks, note, by })
}

/** Says how a check by hand went. */
export function tick(context: ChecksContext, id: CheckId, ticked: Word & { ok: boolean }): void {
  const row = rowOf(context, id)
  if (row.at !== 'by_hand')
    throw new IrisError('CHECK_STATE_REFUSED', `${id} does not wait for a tick: it is ${stateOf(row, 0)}.`)
  record.ticked(context, row, ticked)
}

/** Ends a check that only waits. */
export function giveUp(context: ChecksContext, id: CheckId): void {
  const row = rowOf(context, id)
  if (row.outcome !== null)
    throw new IrisError('CHECK_STATE_REFUSED', `${id} has ended already: it is ${row.outcome}.`)
  record.cancelled(context, row)
}
