import type { EvidenceCheck, RunId } from '../../contract/index.ts'
import { decide } from './ending.ts'
import { changeIn, type Change } from './changes.ts'
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
  // Before the commands of the evidence write anything.
  const change = await changeIn(ground, row, signal)
  const checks = await checkEvidence(row.evidence, {
    folder: team.path,
    projects,
    env: environmentOf(team),
    clock,
    signal,
  })
  // A run that was stopped meanwhile is stopped, whatever the checks would have said.
  if (signal.aborted || rows.get(id)?.verdict !== null) return
  const verdict = verdictOf(row, checks, change)
  log.write((append) => {
    rows.set(id, { checks, ...verdict })
    const ok = verdict.verdict === 'completed'
    append({ type: 'run.checked', session: row.session, data: { run: id, ok, checks } })
  })
}

type Verdict = { verdict: 'completed' | 'completed_unverified'; reason: string | null }

/** Without evidence there is no proof, whatever the leader says; and what held before proves nothing of what it did. */
function verdictOf({ evidence }: RunRow, checks: readonly EvidenceCheck[], change: Change): Verdict {
  const wrong = checks.filter(({ ok }) => !ok).map(({ what }) => what)
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
