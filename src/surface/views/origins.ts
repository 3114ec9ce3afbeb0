import { counted, type Origin } from '../../contract/plain.ts'

/** What came of a spec or an idea, in a line. */
export function originWords({ open, changed, failed }: Pick<Origin, 'open' | 'changed' | 'failed'>): string {
  const parts = [
    open.length > 0 ? `${counted(open.length, 'question')} left open` : '',
    changed.length > 0 ? `${counted(changed.length, 'change')} later` : '',
    failed.length > 0 ? `${counted(failed.length, 'failure')} because of it` : '',
  ].filter((part) => part !== '')
  return parts.join(', ') || 'nothing to say'
}
