export { tasksFeature } from './feature.ts'
