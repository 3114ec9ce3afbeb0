import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { IrisError } from '../../contract/index.ts'
import { runToEnd, type Environment, type Outcome } from '../../platform/process/index.ts'

/** A fresh git repository that agents work in. */
export interface DemoProject {
  path: string
  /** Runs its check; 0 means that what was wanted is there. */
  check(): Promise<number>
  /** What differs from the first commit, as git tells it. */
  changes(): Promise<string>
}

/** What a project begins with. */
export interface ProjectStart {
  files: Readonly<Record<string, string>>
  /** The title of its first commit. */
  title: string
  /** What Node runs to see whether what was wanted is there. */
  check: readonly string[]
}

/** A project in which nothing was built yet; what the pipeline's playbooks expect. */
export const greetingProject: ProjectStart = {
  title: 'An empty project',
  files: { 'package.json': '{ "name": "greeting", "type": "module" }\n' },
  check: ['--test', 'page.test.js'],
}

/** Makes the project and its first commit. */
export async function makeProject(path: string, start: ProjectStart, env: Environment): Promise<DemoProject> {
  mkdirSync(path, { recursive: true })
  for (const [name, text] of Object.entries(start.files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), text)
  }
  await git('init', '-q', '-b', 'main')
  await git('config', 'user.name', 'Demo')
  await git('config', 'user.email', 'demo@localhost')
  await git('add', '.')
  await git('commit', '-qm', start.title)
  return {
    path,
    check: async () => (await run(process.execPath, start.check)).code ?? 1,
    async changes() {
      await git('add', '--intent-to-add', '.')
      return (await git('diff', '--stat', 'HEAD')).stdout.trim()
    },
  }

  async function git(...args: string[]): Promise<Outcome> {
    const outcome = await run('git', args)
    if (outcome.code === 0) return outcome
    throw new IrisError(
      'PROCESS_DID_NOT_START',
      `git ${args[0]} failed in the demo's project: ${outcome.stderr.trim()}`,
    )
  }

  function run(command: string, args: readonly string[]): Promise<Outcome> {
    return runToEnd({ command, args, cwd: path, env, timeoutMs: 60_000 })
  }
}
