export { messageOf, systemCode, unreachable } from './lib.ts'
export { packageVersion } from './version.ts'
