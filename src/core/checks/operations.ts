import type { checksNoun, OperationsOf } from '../../contract/index.ts'
import type { Checks } from './checks.ts'
import { planCheck, planLevel, type PlanningDeps } from './planning.ts'

/** What the operations on checks do. */
export function checkOperations(checks: Checks, deps: PlanningDeps): OperationsOf<typeof checksNoun> {
  const { tasks } = deps
  return {
    listChecks: ({ task, ...filter }) =>
      checks.list({ ...filter, ...(task !== undefined && { task: tasks.get(task).task }) }),
    runCheck: async (subject, { name }) => checks.run(await planCheck(deps, subject, name)),
    suggestCheckLevel: (subject) => planLevel(deps, subject),
    getCheck: ({ check }) => checks.get(check),
    readCheckOutput: (slice) => checks.output(slice),
    listFindings: (slice) => checks.findings(slice),
    acceptFindings: ({ check, findings, note = null }, { name }) =>
      checks.accept(check, { numbers: findings, note, by: name }),
    tickCheck: ({ check, ok, note = null }, { name }) => checks.tick(check, { ok, note, by: name }),
    cancelCheck: ({ check }) => checks.cancel(check),
  }
}
