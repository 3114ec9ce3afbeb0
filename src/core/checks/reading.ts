import { IrisError, type CallOutput, type Check, type CheckId } from '../../contract/index.ts'
import type { ChecksContext } from './context.ts'
import type { CheckFilter, CheckRow } from './rows.ts'
import { readSpool } from './running/spool.ts'
import { placeOf, toCheck } from './views.ts'

const lookSize = 200
const maxLooks = 10

/** The row of a check that exists. */
export function rowOf({ rows }: ChecksContext, id: CheckId): CheckRow {
  const row = rows.get(id)
  if (!row) throw new IrisError('CHECK_UNKNOWN', `There is no check ${id}.`)
  return row
}

/** Checks, the newest first. Of a state that is rare only so many are looked through at once. */
export function listChecks(context: ChecksContext, filter: CheckFilter): CallOutput<'listChecks'> {
  const { state, limit, ...wanted } = filter
  const checks: Check[] = []
  let before = filter.before
  for (let look = 0; look < maxLooks; look += 1) {
    const rows = context.rows.list({ ...wanted, before, limit: lookSize })
    for (const row of rows) {
      const check = toCheck(context, row)
      before = row.id
      if (state === undefined || check.state === state) checks.push(check)
      if (checks.length === limit) return { checks, next: row.id }
    }
    if (rows.length < lookSize) return { checks, next: null }
  }
  return { checks, next: before ?? null }
}

/** A slice of what a command printed, also while it prints. */
export async function readOutput(
  context: ChecksContext,
  { check, ...place }: { check: CheckId; step: number; after: number; limit: number },
): Promise<CallOutput<'readCheckOutput'>> {
  const stepNow = (): string | undefined => rowOf(context, check).steps[place.step - 1]?.state
  const state = stepNow()
  if (state === undefined) throw new IrisError('INPUT_INVALID', `${check} has no command ${place.step}.`)
  const slice = await readSpool(context.folderOf(check), place)
  const hasEnded = rowOf(context, check).outcome !== null || !['waiting', 'running'].includes(state)
  return { ...slice, isEnd: hasEnded && slice.text === '' }
}

/** A slice of what a check found. */
export function listFindings(
  context: ChecksContext,
  { check, after, limit }: { check: CheckId; after: number; limit: number },
): CallOutput<'listFindings'> {
  const repository = placeOf(rowOf(context, check))
  const found = context.findings.list({ check, repository, after, limit: limit + 1 })
  const findings = found.slice(0, limit)
  return { findings, next: found.length > limit ? (findings.at(-1)?.number ?? null) : null }
}
