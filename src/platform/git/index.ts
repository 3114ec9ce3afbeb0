export { readGit, type GitState } from './git.ts'
