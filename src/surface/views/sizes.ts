import type { Size } from '../../contract/plain.ts'

/** What each size is called, and what is set up with it. */
export const sizeWords: Readonly<Record<Size, { name: string; what: string }>> = {
  tell: { name: 'Tell', what: 'one message, one answer' },
  run: { name: 'Run', what: 'a leader with teammates, proved at the end' },
  build: { name: 'Build', what: 'tasks, each in its own worktree with its own check' },
  idea: { name: 'Idea', what: 'a talk until it is clear what to build' },
  org: { name: 'Organisation', what: 'a manager who hands out work until you stop it' },
}
