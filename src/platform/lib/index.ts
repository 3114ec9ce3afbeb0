export { readSmallFile, replaceFile } from './files.ts'
export { harmless, harmlessJson, harmlessLine } from './harmless.ts'
export { messageOf, systemCode, unreachable, withoutUndefined } from './lib.ts'
export { packageFolder, packageVersion } from './package.ts'
