import type { EvidenceCheck, RunId } from '../../contract/index.ts'
import { decide } from './ending.ts'
import { changeIn, type Change } from './changes.ts'
import { proveEvidence } from './evidence.ts'
import type { RunsContext } from './context.ts'
import type { RunRow } from './rows.ts'

/** Checks the evidence of a run whose leader said that it is complete, once; resolves when the verdict stands. */
export function prove(context: RunsContext, id: RunId): Promise<void> {
  const own = context.openRun(id)
  if (own.proving) return own.proving.done
  const abort = new AbortController()
  const done = run(context, id, abort.signal).finally(() => {
    own.proving = undefined
    context.consider(id)
  })
  own.proving = { done, abort }
  return done
}

async function run(context: RunsContext, id: RunId, signal: AbortSignal): Promise<void> {
  const { rows, log, clock, config, projects, environmentOf } = context
  const row = rows.get(id)
  const team = row && config().teams.get(row.team)
  if (!row || row.proofs !== null) return
  if (!team) return decide(context, id, { verdict: 'failed', reason: `The team ${row.team} is gone.` })
  // Before the commands of the evidence write anything.
  const change = await changeIn(context, row, signal)
  const proofs = await proveEvidence(row.evidence, {
    folder: team.path,
    projects,
    env: environmentOf(team),
    clock,
    signal,
  })
  // A run that was stopped meanwhile is stopped, whatever the proofs would have said.
  if (signal.aborted || rows.get(id)?.verdict !== null) return
  const verdict = verdictOf(row, proofs, change)
  log.write((append) => {
    rows.set(id, { proofs, ...verdict })
    const ok = verdict.verdict === 'completed'
    append({ type: 'run.checked', session: row.session, data: { run: id, ok, checks: proofs } })
  })
}

type Verdict = { verdict: 'completed' | 'completed_unverified'; reason: string | null }

/** Without evidence there is no proof, whatever the leader says; and what held before proves nothing of what it did. */
function verdictOf({ evidence }: RunRow, proofs: readonly EvidenceCheck[], change: Change): Verdict {
  const wrong = proofs.filter(({ ok }) => !ok).map(({ what }) => what)
  const unproven = (reason: string): Verdict => ({ verdict: 'completed_unverified', reason })
  if (evidence.files.length + evidence.commands.length === 0)
    return unproven(
      `No evidence was declared, so nothing was checked.${change.isProven ? '' : ` ${change.words}`}`,
    )
  if (wrong.length > 0) return unproven(`The evidence does not hold: ${wrong.join(', ')}`)
  return change.isProven
    ? { verdict: 'completed', reason: null }
    : unproven(`The evidence holds, but: ${change.words}`)
}
