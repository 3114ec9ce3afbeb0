import type { LessonId } from '../../../contract/index.ts'
import type { LearningContext } from './context.ts'
import { dueAt } from './questions.ts'

/** Proposes a lesson that has become sure enough for the CLAUDE.md of its teams, once for each; nothing is written before a yes. */
export async function proposeForClaude(context: LearningContext, id: LessonId): Promise<void> {
  const { lessons, logger } = context
  const { project, missing, text, occurrences } = lessons.get(id)
  if (missing.length > 0) return
  for (const at of await placesOf(context, project)) {
    if (lessons.promoting.wasProposed(id, at.folder)) continue
    const facts = { task: id, team: at.team, text, count: occurrences, missing: missing.length }
    const due = dueAt(context, 'claude_md_promotion', { facts })
    if (!due) continue
    // A file with a block that is damaged, or full: `iris lessons promote` says so to whoever wants it there.
    await lessons.promoting.propose({ lesson: id, by: 'iris' }, at, due.text).catch((error: unknown) => {
      logger.warn('a lesson was not proposed', { lesson: id, team: at.team, err: error })
    })
  }
}

/** The teams of a project on this machine, each file once; of a shared lesson those of all projects. */
async function placesOf(
  { config, tasks }: LearningContext,
  project: string | null,
): Promise<{ team: string; folder: string }[]> {
  const places = new Map<string, string>()
  for (const [team, { path, remote }] of config().teams) {
    if (remote !== undefined || places.has(path)) continue
    if (project === null || (await tasks.projectOf(team)) === project) places.set(path, team)
  }
  return [...places].map(([folder, team]) => ({ team, folder }))
}
