import type { Finding, MergePlan, Task } from '../../contract/index.ts'
import type { MergesContext } from './context.ts'

const maxFindings = 50

/** What the newest check of a task says against its merge: what nobody accepted, and that it did not pass. */
export function checkedOf(
  { checks }: Pick<MergesContext, 'checks'>,
  { task, key }: Pick<Task, 'task' | 'key'>,
): Pick<MergePlan, 'findings' | 'warnings'> {
  const [newest] = checks.list({ task, limit: 1 }).checks
  if (!newest) return { findings: null, warnings: [] }
  const { findings } = checks.findings({ check: newest.check, after: 0, limit: maxFindings })
  const open = findings.filter(({ acceptedBy }) => acceptedBy === null).map(wordsOf)
  const isFine = newest.state === 'passed' || newest.state === 'held'
  const state = newest.state.replaceAll('_', ' ')
  return {
    findings: open,
    warnings: isFine ? [] : [`The newest check of ${key} did not pass: it is ${state}.`],
  }
}

const wordsOf = ({ path, line, words }: Finding): string =>
  path === null ? words : `${path}${line === null ? '' : `:${line}`} ${words}`
