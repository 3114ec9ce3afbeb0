/** What a person or a model said about a divergence, and what it goes by. */
interface DivergenceVerdict {
  subject: string
  verdict: 'good' | 'bad' | 'intentional'
  evidence: string
}

/** What was planned, and what the diff from the base commit shows. */
export interface PlannedAndDone {
  plannedFiles: readonly string[]
  touchedFiles: readonly string[]
  /** Planned files that were written otherwise than the spec says. */
  changedApproach: readonly string[]
  requirements: readonly { id: string; coveredBy: readonly string[] }[]
  verdicts: readonly DivergenceVerdict[]
}

type DivergenceLabel =
  | 'GOOD:enhancement'
  | 'BAD:scope_creep'
  | 'NEUTRAL:intentional_skip'
  | 'BAD:missed_requirement'
  | 'GOOD:optimization'
  | 'BAD:deviation'
  | 'UNKNOWN'

export interface Divergence {
  type: 'omission' | 'addition' | 'modification' | 'missing'
  subject: string
  /** Without a verdict that names its evidence nothing is good or bad. */
  label: DivergenceLabel
  evidence?: string
}

/** Where the work differs from the plan: what the files show, with what somebody said of it. */
export function findDivergences(work: PlannedAndDone): Divergence[] {
  const planned = new Set(work.plannedFiles)
  const touched = new Set(work.touchedFiles)
  const found: Pick<Divergence, 'type' | 'subject'>[] = [
    ...[...planned]
      .filter((file) => !touched.has(file))
      .map((subject) => ({ type: 'omission', subject }) as const),
    ...[...touched]
      .filter((file) => !planned.has(file))
      .map((subject) => ({ type: 'addition', subject }) as const),
    ...[...new Set(work.changedApproach)].map((subject) => ({ type: 'modification', subject }) as const),
    ...work.requirements
      .filter(({ coveredBy }) => coveredBy.length === 0)
      .map(({ id }) => ({ type: 'missing', subject: id }) as const),
  ]
  const verdicts = new Map(work.verdicts.map((verdict) => [verdict.subject, verdict]))
  return found.map((divergence) => {
    const verdict = verdicts.get(divergence.subject)
    if (!verdict || verdict.evidence.trim() === '') return { ...divergence, label: 'UNKNOWN' }
    return { ...divergence, label: labels[divergence.type][verdict.verdict], evidence: verdict.evidence }
  })
}

const omitted = {
  good: 'NEUTRAL:intentional_skip',
  intentional: 'NEUTRAL:intentional_skip',
  bad: 'BAD:missed_requirement',
} as const

const labels: Record<Divergence['type'], Record<DivergenceVerdict['verdict'], DivergenceLabel>> = {
  addition: { good: 'GOOD:enhancement', intentional: 'UNKNOWN', bad: 'BAD:scope_creep' },
  modification: { good: 'GOOD:optimization', intentional: 'UNKNOWN', bad: 'BAD:deviation' },
  omission: omitted,
  missing: omitted,
}
