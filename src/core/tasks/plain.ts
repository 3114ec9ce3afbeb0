/** Task files of other tools: what they say, without a database. */
export { importTaskFile, largestTaskFile, reportOf, type Diagnostic, type TaskFile } from './formats/index.ts'
