export { readGit } from './git.ts'
