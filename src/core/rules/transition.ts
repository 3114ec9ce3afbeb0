/** The phases of an idea, in their order. */
export const ideaPhases = ['EXPLORING', 'NARROWING', 'VALIDATING', 'REFINING', 'COMPLETE'] as const
export type IdeaPhase = (typeof ideaPhases)[number]

/** What a conversation about an idea has brought so far. */
export interface IdeaSignals {
  artifacts: readonly { type: string; confidence?: number | undefined; isActive: boolean }[]
  validations: readonly { assumption: string; held: boolean }[]
  /** How many risks were named. */
  risks: number
  confidence: number
}

export interface TransitionSettings {
  minArtifactConfidence: number
  minValidations: number
  minConfidence: number
}

const transitionDefaults: TransitionSettings = {
  minArtifactConfidence: 0.6,
  minValidations: 3,
  minConfidence: 0.75,
}

export type TransitionRuling =
  | { shouldTransition: true; nextPhase: IdeaPhase }
  | { shouldTransition: false; missing: string[] }

/** Whether an idea goes to its next phase; never more than one at a time. */
export function judgeTransition(
  phase: IdeaPhase,
  signals: IdeaSignals,
  settings: TransitionSettings = transitionDefaults,
): TransitionRuling {
  const nextPhase = ideaPhases[ideaPhases.indexOf(phase) + 1]
  if (nextPhase === undefined) return { shouldTransition: false, missing: [] }
  const missing = missingIn(phase, signals, settings)
  return missing.length > 0 ? { shouldTransition: false, missing } : { shouldTransition: true, nextPhase }
}

function missingIn(phase: IdeaPhase, signals: IdeaSignals, settings: TransitionSettings): string[] {
  const isThere = new Set(signals.artifacts.filter(({ isActive }) => isActive).map(({ type }) => type))
  const artifacts = (...types: string[]): string[] => types.filter((type) => !isThere.has(type))
  const unless = (holds: boolean, what: string): string[] => (holds ? [] : [what])
  switch (phase) {
    case 'EXPLORING':
      return artifacts('target-user', 'problem', 'solution-concept')
    case 'NARROWING':
      return [
        ...artifacts('mvp-features', 'differentiator'),
        ...unless(isAbove(meanConfidence(signals), settings.minArtifactConfidence), 'confidence'),
      ]
    case 'VALIDATING':
      return [
        ...unless(heldAssumptions(signals) >= settings.minValidations, 'validation'),
        ...unless(signals.risks > 0, 'risk'),
      ]
    case 'REFINING':
      return unless(isAbove(signals.confidence, settings.minConfidence) || isThere.has('brief'), 'confidence')
    case 'COMPLETE':
      return []
    default:
      return phase satisfies never
  }
}

/** Strictly above, where what floating-point sums leave over does not count. */
function isAbove(value: number, bound: number): boolean {
  return value - bound > 1e-9
}

function meanConfidence({ artifacts }: IdeaSignals): number {
  const known = artifacts.flatMap(({ isActive, confidence }) =>
    isActive && confidence !== undefined ? [confidence] : [],
  )
  return known.length === 0 ? 0 : known.reduce((sum, one) => sum + one, 0) / known.length
}

/** Assumptions that held; the last word about each counts. */
function heldAssumptions({ validations }: IdeaSignals): number {
  const last = new Map(
    validations.map(({ assumption, held }) => [
      assumption.trim().replaceAll(/\s+/g, ' ').toLowerCase(),
      held,
    ]),
  )
  return [...last.values()].filter(Boolean).length
}
