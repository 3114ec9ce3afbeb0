import { IrisError, type Caller, type lessonsNoun, type OperationsOf } from '../../contract/index.ts'
import type { Team } from '../../platform/config/index.ts'
import type { Tasks } from '../tasks/index.ts'
import type { Lessons } from './lessons.ts'
import type { ClaudeAt } from './promoting.ts'
import { toldLessons } from './prompt.ts'

/** No project has it: only what is shared holds there. */
const noProject = ''

/** What the operations need besides the lessons. */
interface Around {
  tasks: Pick<Tasks, 'projectOf' | 'makeProject' | 'get'>
  teams: () => ReadonlyMap<string, { path: string; remote?: Team['remote'] }>
}

/** What the operations on lessons do. */
export function lessonOperations(
  lessons: Lessons,
  { tasks, teams }: Around,
): OperationsOf<typeof lessonsNoun> {
  const act = (lesson: Parameters<Lessons['get']>[0], { name }: Caller) => ({ lesson, by: name })
  return {
    async listLessons({ team, ...filter }) {
      if (team === undefined) return lessons.list(filter)
      return lessons.list({ ...filter, project: (await tasks.projectOf(team)) ?? noProject })
    },
    async recordLesson({ team, confirm, ...said }, caller) {
      const project = ownProject(caller, team) ?? (await tasks.makeProject(named(team)))
      return lessons.record({ ...said, project, isConfirmed: confirm && caller.kind === 'human', by: caller })
    },
    async findLessons({ team, files, topics }, caller) {
      const project = ownProject(caller, team) ?? (await tasks.projectOf(named(team))) ?? noProject
      const found = lessons.find({ project, files, topics: new Set(topics) })
      return { lessons: found, told: toldLessons(found) }
    },
    getLesson: ({ lesson }) => lessons.get(lesson),
    confirmLesson: ({ lesson }, caller) => lessons.confirm(act(lesson, caller), 'person'),
    noteLesson: ({ lesson, what }, caller) => lessons.note(act(lesson, caller), what),
    rejectLesson: ({ lesson, reason }, caller) =>
      lessons.end(act(lesson, caller), { how: 'rejected', reason }),
    retireLesson: ({ lesson, reason }, caller) =>
      lessons.end(act(lesson, caller), { how: 'retired', reason }),
    restoreLesson: ({ lesson }, caller) => lessons.restore(act(lesson, caller)),
    shareLesson: ({ lesson, shared }, caller) => lessons.share(act(lesson, caller), shared),
    async promoteLesson({ lesson, team }, caller) {
      const at = await claudeAt(team, lesson)
      const proposed = await lessons.promoting.propose(act(lesson, caller), at)
      return { ...proposed, lesson: lessons.get(lesson) }
    },
    async demoteLesson({ lesson, team }, caller) {
      await lessons.promoting.demote(act(lesson, caller), placeOf(team))
      return lessons.get(lesson)
    },
  }

  async function claudeAt(team: string, lesson: Parameters<Lessons['get']>[0]): Promise<ClaudeAt> {
    const at = placeOf(team)
    const { project } = lessons.get(lesson)
    if (project === null || project === (await tasks.projectOf(team))) return at
    throw new IrisError('LESSON_NOT_PROMOTABLE', `${lesson} is a lesson of ${project}, and is not shared.`)
  }

  function placeOf(name: string): ClaudeAt {
    const team = teams().get(name)
    if (!team) throw new IrisError('TEAM_UNKNOWN', `There is no team ${name}.`)
    if (team.remote === undefined) return { team: name, folder: team.path }
    throw new IrisError(
      'LESSON_NOT_PROMOTABLE',
      `${name} is on another host, whose files Iris does not write.`,
    )
  }

  /** Who works on a task learns in its project only. */
  function ownProject({ task, kind }: Caller, team: string | undefined): string | undefined {
    if (kind === 'human') return undefined
    if (task !== undefined && team === undefined) return tasks.get(task).project
    throw new IrisError('CALLER_REFUSED', 'Who works on a task has the lessons of its project: name no team.')
  }
}

function named(team: string | undefined): string {
  if (team !== undefined) return team
  throw new IrisError('INPUT_INVALID', 'Say for which team, whose folder is in the project.')
}
