import type { Check, CheckId } from '../../contract/index.ts'
import type { NewCheck } from '../../core/checks/index.ts'
import type { WorkContext } from './context.ts'
import type { BuildRow } from './rows.ts'

/** Runs a check that is of a build and of no task, and waits for its end; with the daemon it ends. */
export async function runWhole(
  { checks, log, signal }: WorkContext,
  wanted: NewCheck,
  begun: (check: CheckId) => void,
): Promise<Check> {
  const { check } = log.write(() => {
    const made = checks.run(wanted)
    begun(made.check)
    return made
  })
  const cancel = (): void => void checks.cancel(check)
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await checks.settled(check)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** Ends the checks that run for a build and for none of its tasks. */
export function endWhole({ checks, logger }: WorkContext, { tried, finalCheck }: BuildRow): void {
  const running = tried.flatMap(({ passed, check }) => (passed === null ? [check] : []))
  for (const check of finalCheck === null ? running : [...running, finalCheck]) {
    const { state } = checks.get(check)
    if (state !== 'queued' && state !== 'running') continue
    checks
      .cancel(check)
      .catch((error: unknown) => logger.warn('a check was not ended', { check, err: error }))
  }
}
