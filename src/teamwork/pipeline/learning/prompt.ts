import { fence, fencingPrompt, type Review } from '../../../contract/index.ts'
import { childEnvironment } from '../../../platform/config/index.ts'
import { diffOf, type GitPlace } from '../../../platform/git/index.ts'
import type { PromptPart } from '../stage/prompt.ts'
import type { LearningContext } from './context.ts'
import type { ToldFact } from './facts.ts'

/** Model tokens that the context of a review may take. */
export const reviewBudget = 12_000
const maxPrinted = 1200
const maxDiff = 6000
const maxDiffs = 6
const maxKnown = 40

/** What is known of a build, in the order of its worth. What changed is read only for tasks that did not pass at once. */
export async function partsOf(
  context: LearningContext,
  review: Review,
  facts: readonly ToldFact[],
): Promise<PromptPart[]> {
  const of = (part: ToldFact['part']): string[] => facts.filter((fact) => fact.part === part).map(told)
  const [conventions, diffs] = await Promise.all([conventionsOf(context, review), diffsOf(context, review)])
  return [
    { name: 'what is wanted', required: true, entries: [wanted, fencingPrompt, ...of('build')] },
    { name: 'failed checks', heading: 'Checks that failed:', entries: of('failures') },
    { name: 'divergences', heading: 'Where the work differs from its plan:', entries: of('divergences') },
    { name: 'tasks', heading: 'The tasks:', entries: of('tasks') },
    { name: 'lessons', heading: 'Lessons that its agents had, or left:', entries: of('lessons') },
    { name: 'known lessons', heading: 'What is known here already:', entries: knownOf(context, review) },
    { name: 'changes', heading: 'What the tasks that did not pass at once changed:', entries: diffs },
    { name: 'conventions', heading: 'What CLAUDE.md says already:', entries: conventions },
    { name: 'reviews like it', heading: 'Builds before it that were like it:', entries: of('similar') },
  ]
}

const wanted = 'Say what is to be learned from this build. The facts, each behind its mark:'

function told({ mark, words, printed }: ToldFact): string {
  const output =
    printed === undefined || printed.trim() === ''
      ? ''
      : `\nIt printed:\n${fence(printed.slice(-maxPrinted))}`
  return `${mark}:\n${fence(words)}${output}`
}

function knownOf({ lessons }: LearningContext, { project }: Review): string[] {
  return lessons
    .list({ project, status: 'active', limit: maxKnown })
    .lessons.map(({ kind, text }) => `A ${kind}:\n${fence(text)}`)
}

async function conventionsOf(context: LearningContext, { team }: Review): Promise<string[]> {
  const path = context.config().teams.get(team)?.path
  const text = path === undefined ? '' : await context.projects.read(path, 'CLAUDE.md').catch(() => '')
  return text
    .split(/\n(?=## )/)
    .filter((section) => section.trim() !== '')
    .map((section) => fence(section, { most: section.length }))
}

/** The changes of the tasks that failed first and came off in the end: there the mistake and its mending stand. */
async function diffsOf(context: LearningContext, review: Review): Promise<string[]> {
  const { config, environment, starter, tasks } = context
  const folder = config().teams.get(review.team)?.path
  if (folder === undefined) return []
  const env = childEnvironment(environment.variables, 'agent', {})
  const place: GitPlace = { folder, env, starter: starter.run, signal: context.signal }
  const mended = review.work.filter(({ commit, isFirstPass }) => commit !== null && !isFirstPass)
  const found = await Promise.all(
    mended.slice(0, maxDiffs).map(async ({ task, key, commit }) => {
      const first = tasks.attempts(task).find(({ startedAt }) => startedAt >= review.startedAt)
      if (!first?.base || commit === null) return []
      const diff = await diffOf(place, { from: first.base, to: commit, name: key }).catch(() => '')
      return diff === '' ? [] : [`${key}:\n${fence(diff, { most: maxDiff })}`]
    }),
  )
  return found.flat()
}
