export { watchFeature } from './feature.ts'
export type { Watch } from './watch.ts'
