export { sizesFeature } from './feature.ts'
