import type { EvidenceCheck, RunId } from '../../contract/index.ts'
import { decide } from './ending.ts'
import { checkEvidence } from './evidence.ts'
import type { Ground } from './ground.ts'
import type { RunRow } from './rows.ts'

/** Checks the evidence of a run whose leader said that it is complete, once; resolves when the verdict stands. */
export function check(ground: Ground, id: RunId): Promise<void> {
  const own = ground.held(id)
  if (own.checking) return own.checking.done
  const abort = new AbortController()
  const done = run(ground, id, abort.signal).finally(() => {
    own.checking = undefined
    ground.consider(id)
  })
  own.checking = { done, abort }
  return done
}

async function run(ground: Ground, id: RunId, signal: AbortSignal): Promise<void> {
  const { rows, log, clock, config, projects, environmentOf } = ground
  const row = rows.get(id)
  const team = row && config().teams.get(row.team)
  if (!row || row.checks !== null) return
  if (!team) return decide(ground, id, { verdict: 'failed', reason: `The team ${row.team} is gone.` })
  const checks = await checkEvidence(row.evidence, {
    folder: team.path,
    projects,
    env: environmentOf(team),
    clock,
    signal,
  })
  // A run that was stopped meanwhile is stopped, whatever the checks would have said.
  if (signal.aborted || rows.get(id)?.verdict !== null) return
  const verdict = verdictOf(row, checks)
  log.write((append) => {
    rows.set(id, { checks, ...verdict })
    const ok = verdict.verdict === 'completed'
    append({ type: 'run.checked', session: row.session, data: { run: id, ok, checks } })
  })
}

/** Without evidence there is no proof, whatever the leader says. */
function verdictOf(
  { evidence }: RunRow,
  checks: readonly EvidenceCheck[],
): { verdict: 'completed' | 'completed_unverified'; reason: string | null } {
  const wrong = checks.filter(({ ok }) => !ok).map(({ what }) => what)
  if (evidence.files.length + evidence.commands.length === 0)
    return { verdict: 'completed_unverified', reason: 'No evidence was declared, so nothing was checked.' }
  if (wrong.length === 0) return { verdict: 'completed', reason: null }
  return { verdict: 'completed_unverified', reason: `The evidence does not hold: ${wrong.join(', ')}` }
}
