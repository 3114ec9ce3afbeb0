export { historyOf, readGit } from './git.ts'
