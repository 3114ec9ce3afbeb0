import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { IrisError } from '../../contract/index.ts'
import { runToEnd, type Environment, type Outcome } from '../../platform/process/index.ts'

/** A fresh git repository an agent works in, with tests that `node --test` runs. */
export interface DemoProject {
  path: string
  /** Runs the project's own test; 0 means it passes. */
  test(): Promise<number>
  /** What differs from the first commit, as git tells it. */
  changes(): Promise<string>
}

/** What a project begins with. */
export interface ProjectStart {
  files: Readonly<Record<string, string>>
  /** The title of its first commit. */
  title: string
}

/** A project with one bug and a test that shows it. */
export const sumProject: ProjectStart = {
  title: 'A sum that subtracts',
  files: {
    'package.json': '{ "name": "sum", "type": "module" }\n',
    'sum.js': 'export function sum(a, b) {\n  return a - b\n}\n',
    'sum.test.js': `import assert from 'node:assert'
import { test } from 'node:test'
import { sum } from './sum.js'

test('adds two numbers', () => assert.equal(sum(2, 3), 5))
`,
  },
}

/** A project in which nothing was built yet; what the pipeline's playbooks expect. */
export const greetingProject: ProjectStart = {
  title: 'An empty project',
  files: { 'package.json': '{ "name": "greeting", "type": "module" }\n' },
}

/** Makes the project and its first commit. */
export async function makeProject(path: string, start: ProjectStart, env: Environment): Promise<DemoProject> {
  mkdirSync(path, { recursive: true })
  for (const [name, text] of Object.entries(start.files)) writeFileSync(join(path, name), text)
  const author = ['-c', 'user.name=Demo', '-c', 'user.email=demo@localhost']
  await git('init', '-q')
  await git('add', '.')
  await git(...author, 'commit', '-qm', start.title)
  return {
    path,
    test: async () => (await run(process.execPath, ['--test'])).code ?? 1,
    changes: async () => (await git('diff', '--stat', 'HEAD')).stdout.trim(),
  }

  async function git(...args: string[]): Promise<Outcome> {
    const outcome = await run('git', args)
    if (outcome.code === 0) return outcome
    throw new IrisError(
      'PROCESS_DID_NOT_START',
      `git ${args[0]} failed in the demo's project: ${outcome.stderr.trim()}`,
    )
  }

  function run(command: string, args: string[]): Promise<Outcome> {
    return runToEnd({ command, args, cwd: path, env, timeoutMs: 60_000 })
  }
}
