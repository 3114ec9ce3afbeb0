/** What went wrong with a try, by what the tool printed. */
export const failureClasses = [
  'SYNTAX_ERROR',
  'MISSING_DEPENDENCY',
  'CONFLICT',
  'VALIDATION_FAILED',
  'NETWORK',
  'TIMEOUT',
  'RESOURCE',
  'ENVIRONMENT',
  'UNKNOWN',
  'NONE',
] as const
export type FailureClass = (typeof failureClasses)[number]

/** What follows a failed try. */
export type Policy =
  | { action: 'RETRY' | 'SKIP' | 'ESCALATE' | 'INSTALL_AND_RETRY' | 'REBASE_AND_RETRY' | 'NONE' }
  | { action: 'RETRY_LATER'; after_ms: number }

export interface PolicySettings {
  /** So many tries, the failed one included, until the class is given up. */
  tries: { syntax: number; validation: number; conflict: number }
  /** How long to wait after each failure in a row that is not the task's own. */
  retryAfterMs: readonly number[]
}

export const policyDefaults: PolicySettings = {
  tries: { syntax: 3, validation: 2, conflict: 3 },
  retryAfterMs: [30_000, 120_000, 480_000],
}

export interface FailedTry {
  class: FailureClass
  /** All tries of the task; for NETWORK, TIMEOUT and RESOURCE the failures of that class in a row. */
  attempts: number
  package?: string | undefined
  /** Packages that were installed for this task before. */
  installed?: readonly string[] | undefined
  /** Names that may be installed without asking; without a list the caller answers for the name. */
  approved?: readonly string[] | undefined
  /** The same error came from the same change as the time before. */
  repeated?: boolean | undefined
}

/** What a class of the task's own faults leads to, while it may be tried and afterwards. */
const ownFaults = new Map<
  FailureClass,
  { tries: keyof PolicySettings['tries']; again: Policy; atLast: Policy }
>([
  ['SYNTAX_ERROR', { tries: 'syntax', again: { action: 'RETRY' }, atLast: { action: 'ESCALATE' } }],
  ['VALIDATION_FAILED', { tries: 'validation', again: { action: 'RETRY' }, atLast: { action: 'SKIP' } }],
  ['CONFLICT', { tries: 'conflict', again: { action: 'REBASE_AND_RETRY' }, atLast: { action: 'ESCALATE' } }],
])

/** What to do after a failed try. Every class is given up at some time. */
export function decidePolicy(failed: FailedTry, settings: PolicySettings = policyDefaults): Policy {
  const own = ownFaults.get(failed.class)
  if (own) return !failed.repeated && failed.attempts < settings.tries[own.tries] ? own.again : own.atLast
  if (failed.class === 'MISSING_DEPENDENCY')
    return mayInstall(failed) ? { action: 'INSTALL_AND_RETRY' } : { action: 'ESCALATE' }
  return notOfTheTask(failed, settings)
}

/** What is not the task's own fault: it passes by itself, or it takes a person. */
function notOfTheTask({ class: failure, attempts }: FailedTry, settings: PolicySettings): Policy {
  if (failure === 'NONE') return { action: 'NONE' }
  const passes = failure === 'NETWORK' || failure === 'TIMEOUT' || failure === 'RESOURCE'
  const wait = passes ? settings.retryAfterMs[Math.max(attempts, 1) - 1] : undefined
  return wait === undefined ? { action: 'ESCALATE' } : { action: 'RETRY_LATER', after_ms: wait }
}

/** Once for each package, and only approved ones; where it is not known what was installed, only after the first try. */
function mayInstall(failed: FailedTry): boolean {
  if (failed.approved && !(failed.package !== undefined && failed.approved.includes(failed.package)))
    return false
  if (failed.package === undefined || failed.installed === undefined) return failed.attempts <= 1
  return !failed.installed.includes(failed.package)
}
