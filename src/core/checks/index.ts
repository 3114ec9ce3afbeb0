export type { Checks, NewCheck } from './checks.ts'
export { checksFeature } from './feature.ts'
export { planCheck, planLevel, type PlanningDeps } from './planning.ts'
export { runChecked } from './running/command.ts'
