export { wikiFeature } from './feature.ts'
export { rowsOf } from './tables.ts'
export type { Wiki } from './wiki.ts'
