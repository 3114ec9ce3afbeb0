export { messageOf, systemCode, unreachable } from './lib.ts'
export { packageFolder, packageVersion } from './package.ts'
