export type { Leases } from './leases.ts'
export { leasesFeature } from './feature.ts'
export { plansToWrite } from './files.ts'
