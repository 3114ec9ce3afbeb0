import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CallInput, Run } from '../../src/contract/index.ts'
import { greetingProject } from '../../src/rehearsal/demo/project.ts'
import { loadPlaybook, type Playbook } from '../../src/rehearsal/index.ts'
import { openTeams, type TeamWorld, type TeamWorldOptions } from './teams.ts'

/** What the leader of the rehearsed pipeline is asked for. */
export const pipelineGoal = 'Build a page that greets its visitor by name. Have it tested.'

/** What proves that the pipeline's goal is reached. */
const pipelineEvidence = { files: ['page.js', 'greet.js'], commands: ['node --test page.test.js'] }

/** The roles the rehearsed pipeline has, as the CLI takes them. */
export const pipelineRoster = Object.fromEntries(
  ['pm', 'architect', 'designer', 'fe', 'be', 'qa'].map((role) => [
    role,
    { description: `The ${role} of the team`, prompt: `You are the ${role} of a team.` },
  ]),
)

/** A playbook that comes with Iris. */
export function shippedPlaybook(name: string): Promise<Playbook> {
  return loadPlaybook(fileURLToPath(new URL(`../../playbooks/${name}.yaml`, import.meta.url)))
}

/** A world with one team, `shop`, whose project is empty, and the pipeline as its model. */
export interface PipelineWorld extends TeamWorld {
  /** The folder of the project. */
  project: string
  start(input?: Partial<CallInput<'startRun'>>): Promise<Run>
  run(id: Run['run']): Promise<Run>
  /** The run once it is over. */
  over(id: Run['run']): Promise<Run>
}

/** Opens the world of one of the pipeline's playbooks. */
export async function openPipeline(
  playbook: string,
  options: Omit<TeamWorldOptions, 'lines' | 'playbook'> = {},
): Promise<PipelineWorld> {
  const world = await openTeams({
    teams: { shop: {} },
    ...options,
    playbook: await shippedPlaybook(playbook),
  })
  const project = join(world.home, 'projects', 'shop')
  emptyProject(project)
  return Object.assign(world, {
    project,
    start: (input: Partial<CallInput<'startRun'>> = {}) =>
      world.client.call('startRun', {
        team: 'shop',
        goal: pipelineGoal,
        evidence: pipelineEvidence,
        ...input,
      }),
    run: (id: Run['run']) => world.client.call('getRun', { run: id }),
    async over(id: Run['run']) {
      for await (const event of world.client.events({ types: ['run.ended'] })) {
        if ((event.data as { run: string }).run === id) return world.client.call('getRun', { run: id })
      }
      throw new Error('the log ended')
    },
  })
}

/** Makes a folder the git repository that the pipeline begins with. */
export function emptyProject(path: string): void {
  for (const [name, text] of Object.entries(greetingProject.files)) writeFileSync(join(path, name), text)
  execFileSync('git', ['init', '-q'], { cwd: path })
}
