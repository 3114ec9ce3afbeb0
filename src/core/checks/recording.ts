import type { CheckId } from '../../contract/index.ts'
import type { ChecksContext } from './context.ts'
import type { NewFinding } from './finding-rows.ts'
import type { CheckRow } from './rows.ts'
import { placeOf, stateOf } from './views.ts'

/** Every change of a check: its row, and where it is news, its event, in one transaction. */
export const record = {
  started,
  running,
  progress,
  notPassed,
  cancelled,
  interrupted,
  passed,
  ticked,
  accepted,
}

function started({ log, rows }: ChecksContext, row: CheckRow): void {
  const { level, madeBy, steps } = row
  log.write((append) => {
    rows.insert(row)
    const commands = steps.map(({ command }) => command)
    append({ type: 'check.started', data: { ...about(row), level, commands, by: madeBy } })
  })
}

function running(context: ChecksContext, row: CheckRow): void {
  row.at = 'running'
  progress(context, row)
}

function progress({ log, rows }: ChecksContext, row: CheckRow): void {
  log.write(() => rows.update(row))
}

function notPassed(
  context: ChecksContext,
  row: CheckRow,
  how: { cancelled: boolean; words: string | null; failure: string | null },
): void {
  if (how.cancelled) return cancelled(context, row)
  end(context, row, { outcome: 'failed', words: how.words, failure: how.failure })
}

function cancelled(context: ChecksContext, row: CheckRow): void {
  for (const step of row.steps) if (step.state === 'running') step.state = 'cancelled'
  end(context, row, { outcome: 'cancelled', words: 'It was cancelled.' })
}

function interrupted(context: ChecksContext, row: CheckRow): void {
  for (const step of row.steps) if (step.state === 'running') step.state = 'cancelled'
  end(context, row, { outcome: 'interrupted', words: 'Iris itself was ended while the check was under way.' })
}

/** Its commands passed. One by hand waits for a person then; what was found holds either back. */
function passed(
  context: ChecksContext,
  row: CheckRow,
  { change, findings }: { change: string | null; findings: readonly NewFinding[] },
): void {
  row.change = change
  if (row.manual === null) return end(context, row, { outcome: 'passed', words: null, found: findings })
  context.log.write(() => {
    row.at = 'by_hand'
    context.findings.add(row.id, findings)
    context.rows.update(row)
  })
}

function ticked(
  context: ChecksContext,
  row: CheckRow,
  { ok, note, by }: { ok: boolean; note: string | null; by: string },
): void {
  row.tickedBy = by
  context.log.write((append) => {
    append({ type: 'check.ticked', data: { ...about(row), ok, note, by } })
    const words = ok ? null : (note ?? `${by} says that it does not hold.`)
    end(context, row, { outcome: ok ? 'passed' : 'failed', words, failure: ok ? null : 'VALIDATION_FAILED' })
  })
}

function accepted(
  context: ChecksContext,
  row: CheckRow,
  { marks, note, by }: { marks: readonly string[]; note: string | null; by: string },
): void {
  const { log, clock, findings } = context
  const repository = placeOf(row)
  log.write((append) => {
    for (const mark of marks) findings.accept({ repository, mark, by, at: clock.now(), note })
    const state = stateOf(row, findings.count({ check: row.id, repository }).open)
    append({ type: 'check.accepted', data: { ...about(row), marks: [...marks], note, by, state } })
  })
}

function end(
  { log, clock, rows, findings }: ChecksContext,
  row: CheckRow,
  {
    found = [],
    ...how
  }: Pick<CheckRow, 'outcome' | 'words'> & { failure?: string | null; found?: readonly NewFinding[] },
): void {
  Object.assign(row, { at: 'ended', leader: null, endedAt: clock.now(), failure: null }, how)
  log.write((append) => {
    findings.add(row.id, found)
    rows.update(row)
    const { all, open } = findings.count({ check: row.id, repository: placeOf(row) })
    const spans = row.steps.flatMap(({ durationMs }) => durationMs ?? [])
    const durationMs = spans.length === 0 ? null : spans.reduce((sum, span) => sum + span, 0)
    const { words, failure } = row
    const data = { ...about(row), state: stateOf(row, open), words, failure, findings: all, durationMs }
    append({ type: 'check.ended', data })
  })
}

const about = ({ id, task, team }: CheckRow): { check: CheckId; task: CheckRow['task']; team: string } => ({
  check: id,
  task,
  team,
})
