export type { MergeSubject } from './context.ts'
export { mergesFeature } from './feature.ts'
export type { Merges } from './merges.ts'
