import { z } from 'zod'
import { duration, waitBounds } from '../duration.ts'
import { words } from './text.ts'

const branch = words.regex(/^[^\s~^:?[\\]+$/, { error: 'the name of a branch; * stands for anything' })
const insideProject = words.refine((path) => !path.startsWith('/') && !path.split('/').includes('..'), {
  error: 'a path inside the project, without ..',
})

/** `git:` where tasks are worked, which branches agents do not touch, and what becomes of the branches of tasks. */
export const gitSection = z.strictObject({
  worktrees: words.default('.worktrees').meta({
    description:
      'Where worktrees are made: a folder in the main checkout, an absolute path, or one that starts with ~/.',
    examples: ['~/worktrees'],
  }),
  base: z.enum(['local', 'remote']).default('local').meta({
    description:
      'Whether tasks begin at the local main branch or at that of the remote, which is fetched first.',
  }),
  main: branch.optional().meta({
    description:
      'The main branch. Unless said: that of the remote, else main, master, or the one checked out.',
    examples: ['main'],
  }),
  setup: words.optional().meta({
    description: 'A shell command that sets a new worktree up. It runs there with the env of the team.',
    examples: ['npm ci'],
  }),
  setupTimeout: duration(waitBounds)
    .prefault('10m')
    .meta({ description: 'How long the set-up of a worktree may take.' }),
  submodules: z
    .boolean()
    .default(true)
    .meta({ description: 'Whether submodules are initialised in a new worktree.' }),
  copy: z
    .array(insideProject)
    .max(100)
    .default([])
    .meta({
      description:
        'Files of the main checkout, ignored by git, that a new worktree gets a copy of. Agents can read them.',
      examples: [['.env.local']],
    }),
  protected: z
    .array(branch)
    .max(100)
    .default(['main', 'master'])
    .meta({
      description: 'Branches that agents in worktrees neither commit nor push to; * stands for anything.',
      examples: [['main', 'release/*']],
    }),
  merge: z.enum(['ff', 'merge', 'squash']).default('merge').meta({
    description:
      'How `iris merge` brings a branch into its target: move the target to it, make a merge commit, or make one commit of it all.',
  }),
  push: z.enum(['never', 'done']).default('never').meta({
    description: 'Whether the branch of a task is pushed when the task is complete. Never by force.',
  }),
  pullRequest: z.boolean().default(false).meta({
    description: 'Whether a pushed task gets a pull request, made with `gh` or `glab`.',
  }),
})
