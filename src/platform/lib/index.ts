export { messageOf, systemCode, unreachable } from './lib.ts'
