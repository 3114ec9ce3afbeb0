export { emTools, notForEm } from './duty.ts'
export { orgFeature } from './feature.ts'
export type { Supervisor } from './supervisor.ts'
