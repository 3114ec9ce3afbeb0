import { randomUUID } from 'node:crypto'
import type { Evidence, EvidenceCheck } from '../../contract/index.ts'
import { runChecked } from '../../core/checks/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import { messageOf } from '../../platform/lib/index.ts'
import type { Projects } from '../../platform/projects/index.ts'

const maxCommand = 10 * 60_000
const maxDetail = 2000

/** Where evidence is looked for, and until when. */
export interface EvidenceDeps {
  folder: string
  projects: Projects
  env: Readonly<Record<string, string>>
  clock: Clock
  signal: AbortSignal
}

/** Proves everything that a run declared, one after another; the agents' word counts for nothing here. */
export async function proveEvidence(evidence: Evidence, deps: EvidenceDeps): Promise<EvidenceCheck[]> {
  const proofs: EvidenceCheck[] = []
  for (const path of evidence.files) proofs.push(await proveFile(path, deps))
  for (const command of evidence.commands) proofs.push(await proveCommand(command, deps))
  return proofs
}

/** A file counts when it is there and really inside the folder, whatever links say. */
async function proveFile(what: string, { folder, projects }: EvidenceDeps): Promise<EvidenceCheck> {
  const verdict = (ok: boolean, detail: string): EvidenceCheck => ({
    kind: 'file',
    what,
    ok,
    detail,
    durationMs: 0,
  })
  try {
    const place = await projects.holds(folder, what)
    return verdict(place === 'inside', words[place])
  } catch (error) {
    return verdict(false, messageOf(error))
  }
}

const words = {
  inside: 'It is there.',
  outside: "It is outside the team's folder.",
  missing: 'It is not there.',
} as const

/** The command is the user's own, as declared; nothing an agent said goes into it. */
async function proveCommand(what: string, deps: EvidenceDeps): Promise<EvidenceCheck> {
  const { folder, projects, env, clock, signal } = deps
  const began = clock.steady()
  const verdict = (ok: boolean, detail: string): EvidenceCheck => ({
    kind: 'command',
    what,
    ok,
    detail: detail.slice(-maxDetail),
    durationMs: clock.steady() - began,
  })
  if (signal.aborted) return verdict(false, 'It was not run: the run was stopped.')
  const outcome = await runChecked({
    command: what,
    expected: { exit: 0 },
    folder,
    env,
    timeoutMs: maxCommand,
    mark: `IRIS_CHECK_MARK=proof-${randomUUID()}`,
    projects,
    signal,
  })
  const printed = [outcome.stdout, outcome.stderr].map((text) => text.trim())
  return verdict(outcome.passed, [...printed, outcome.words ?? ''].filter(Boolean).join('\n'))
}
