/** How a build stands before its next task. */
export interface BuildProgress {
  /** Tasks that failed for good, those skipped after failing among them. */
  failed: number
  criticalFailed: number
  elapsedMin: number
  /** Of these minutes, those in which the build waited for a person. */
  pausedMin: number
  stop: boolean
  /** The cost or the tokens that the build may use are used up. */
  isBudgetSpent: boolean
  total: number
}

export interface ContinueSettings {
  maxMinutes: number
  failures: {
    max: number
    /** Of all tasks; where it allows more failures than `max`, it counts. */
    share?: number | undefined
  }
}

export const continueDefaults: ContinueSettings = { maxMinutes: 120, failures: { max: 3 } }

export interface ContinueRuling {
  continue: boolean
  reason: string
}

/** Whether a build goes on with its next task. */
export function shouldContinue(
  build: BuildProgress,
  settings: ContinueSettings = continueDefaults,
): ContinueRuling {
  const { max, share = 0 } = settings.failures
  const maxFailures = Math.max(max, Math.floor(share * build.total + 1e-9))
  if (build.stop) return stopFor('Stop signal received')
  if (build.isBudgetSpent) return stopFor('Budget spent')
  if (build.elapsedMin - build.pausedMin > settings.maxMinutes)
    return stopFor(`Time limit exceeded (${inHours(settings.maxMinutes)})`)
  if (build.criticalFailed > 0) return stopFor('Critical database task failed')
  if (build.failed > maxFailures) return stopFor(`Too many failures (>${maxFailures})`)
  return { continue: true, reason: 'Continue' }
}

function stopFor(reason: string): ContinueRuling {
  return { continue: false, reason }
}

function inHours(minutes: number): string {
  if (minutes % 60 !== 0) return `${minutes} minutes`
  return minutes === 60 ? '1 hour' : `${minutes / 60} hours`
}
