export { harmless } from './harmless.ts'
export { dayTime } from './day-time.ts'
