import { existsSync, realpathSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import type { Evidence, EvidenceCheck } from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import { messageOf } from '../../platform/lib/index.ts'
import { runToEnd } from '../../platform/process/index.ts'

const longestCommand = 10 * 60_000
const mostOutput = 64 * 1024
const longestDetail = 2000

/** Where evidence is looked for, and until when. */
export interface EvidenceDeps {
  folder: string
  env: Readonly<Record<string, string>>
  clock: Clock
  signal: AbortSignal
}

/** Checks everything that a run declared, one after another; the agents' word counts for nothing here. */
export async function checkEvidence(evidence: Evidence, deps: EvidenceDeps): Promise<EvidenceCheck[]> {
  const checks = evidence.files.map((path) => checkFile(path, deps))
  for (const command of evidence.commands) checks.push(await checkCommand(command, deps))
  return checks
}

/** A file counts when it is there and really inside the folder, whatever links say. */
function checkFile(what: string, { folder }: EvidenceDeps): EvidenceCheck {
  const verdict = (ok: boolean, detail: string): EvidenceCheck => ({
    kind: 'file',
    what,
    ok,
    detail,
    durationMs: 0,
  })
  const path = resolve(folder, what)
  if (!existsSync(path)) return verdict(false, 'It is not there.')
  const home = realpathSync(folder)
  const real = realpathSync(path)
  const isInside = real === home || real.startsWith(home.endsWith(sep) ? home : home + sep)
  return isInside ? verdict(true, 'It is there.') : verdict(false, "It is outside the team's folder.")
}

/** The command is the user's own, as declared; nothing an agent said goes into it. */
async function checkCommand(what: string, deps: EvidenceDeps): Promise<EvidenceCheck> {
  const { folder, env, clock, signal } = deps
  const began = clock.steady()
  const verdict = (ok: boolean, detail: string): EvidenceCheck => ({
    kind: 'command',
    what,
    ok,
    detail: detail.slice(-longestDetail),
    durationMs: clock.steady() - began,
  })
  if (signal.aborted) return verdict(false, 'It was not run: the run was stopped.')
  try {
    const bounds = { timeoutMs: longestCommand, maxOutput: mostOutput, signal }
    const outcome = await runToEnd({ command: 'sh', args: ['-c', what], cwd: folder, env, ...bounds })
    const printed = [outcome.stdout, outcome.stderr]
      .map((text) => text.trim())
      .filter(Boolean)
      .join('\n')
    if (outcome.timedOut) return verdict(false, `${printed}\nIt did not end within 10 minutes.`.trim())
    if (outcome.code === 0) return verdict(true, printed)
    return verdict(false, `${printed}\nIt ended with ${outcome.code ?? outcome.signal ?? 'nothing'}.`.trim())
  } catch (error) {
    return verdict(false, messageOf(error))
  }
}
