export { backendsFeature } from './feature.ts'
