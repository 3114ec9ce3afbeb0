import { calls, IrisError, type Operations } from '../../src/contract/index.ts'

/** The operations that are given; every other refuses, also those of nouns that nobody here knows of. */
export function onlyOperations(given: Partial<Operations>): Operations {
  const refuse = (): never => {
    throw new IrisError('NOT_FOUND', 'There is nothing like that here.')
  }
  const refusing = Object.entries(calls).map(([name, { live }]) => [
    name,
    live ? { page: refuse, session: refuse } : refuse,
  ])
  return { ...(Object.fromEntries(refusing) as Operations), ...given }
}
