import type { Check } from '../../contract/index.ts'
import type { WorkContext } from './context.ts'
import type { BuildRow } from './rows.ts'

/** Whether a check printed the same words and failed before anything was worked; where it ran and how long it took do not count. */
export function failedBefore({ checks }: WorkContext, { primed }: BuildRow, failed: Check): boolean {
  const command = failedStep(failed)?.command
  const before = primed?.find((one) => one.command === command && !one.passed)
  const words = wordsOf(failed)
  return words !== '' && before !== undefined && wordsOf(checks.get(before.check)) === words
}

function wordsOf(check: Check): string {
  const { head = '', tail = '' } = failedStep(check) ?? {}
  return `${head}\n${tail}`
    .replaceAll(check.folder, '')
    .replaceAll(/\d+(?:\.\d+)?/g, '0')
    .trim()
}

const failedStep = ({ steps }: Check): Check['steps'][number] | undefined =>
  steps.findLast(({ state }) => state === 'failed')
