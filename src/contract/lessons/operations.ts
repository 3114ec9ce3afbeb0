import { z } from 'zod'
import { AskId } from '../ids.ts'
import { operation, people, readers, readersAndWorkers, workersAndPeople } from '../operation.ts'
import { TaskFile } from '../tasks/schemas.ts'
import { TeamName } from '../teams/schemas.ts'
import {
  Lesson,
  LessonId,
  LessonKind,
  LessonNote,
  LessonScope,
  LessonStatus,
  LessonTopic,
  onOneLine,
} from './schemas.ts'

const maxText = 500
const maxEvidence = 1000

const OfLesson = z.object({ lesson: LessonId })
const Ending = OfLesson.extend({ reason: z.string().trim().max(500).optional() })
const OfProject = z.object({ team: TeamName.describe('A team whose folder is in the project') })

const OwnTeam = TeamName.optional().describe(
  'A team whose folder is in the project; who works on a task leaves it out',
)

/** What anybody says of a lesson. */
const Said = z.object({
  team: OwnTeam,
  kind: LessonKind.default('gotcha').describe('gotcha: something to avoid; pattern: a way that works'),
  text: onOneLine(maxText).describe('The lesson in a sentence or two'),
  ...LessonScope,
  evidence: onOneLine(maxEvidence).optional().describe('How it is known: what failed, and what helped'),
})

/** What can be done with lessons. */
export const operations = {
  listLessons: operation({
    summary: 'Lessons, the newest first',
    input: z.object({
      team: TeamName.optional().describe('Those of its project and those that are shared'),
      status: LessonStatus.optional(),
      after: LessonId.optional().describe('Lessons after this one: pass `next` of the slice before'),
      limit: z.coerce.number().int().min(1).max(1000).default(200),
    }),
    output: z.object({
      lessons: z.array(Lesson),
      next: LessonId.nullable().describe('Null when there are no more'),
      counts: z.partialRecord(LessonStatus, z.int()).describe('How many there are of each status'),
    }),
    for: readers,
  }),
  recordLesson: operation({
    summary: 'Records a lesson, or counts one that says the same',
    input: Said.extend({
      confidence: z.number().min(0.1).max(1).optional().describe('How sure a person is; 0.7 when left out'),
      confirm: z.boolean().default(false).describe('A person vouches for it'),
    }),
    output: z.object({
      how: z
        .enum(['recorded', 'superseded', 'counted'])
        .describe('`superseded`: it took the place of another'),
      lesson: Lesson,
    }),
    for: workersAndPeople,
    tool: {
      name: 'lesson_record',
      title: 'Record a lesson',
      effect: 'starts',
      description:
        'Records a gotcha or a pattern of this project for the agents that come after you. It is given to them once a person or a check has confirmed it. Say what to do in one or two sentences; name the files it holds for by a glob.',
      input: Said.transform((said) => ({ ...said, confirm: false })),
      output: {
        shape: z.object({ status: z.enum(['recorded', 'superseded', 'counted']), lesson: LessonId }),
        from: ({ how, lesson: { lesson } }) => ({ status: how, lesson }),
      },
    },
  }),
  findLessons: operation({
    summary: 'The lessons an agent would be given for files of a project, at most five',
    input: z.object({
      team: OwnTeam,
      files: z.array(TaskFile).max(500).default([]).describe('What is to be done to which files'),
      topics: z.array(LessonTopic).max(50).default([]),
    }),
    output: z.object({
      lessons: z.array(Lesson),
      told: z.string().describe('What an agent would be told of them'),
    }),
    for: readersAndWorkers,
    tool: {
      name: 'lesson_find',
      title: 'Find lessons',
      effect: 'reads',
      description:
        'The confirmed lessons of a project for the files you are about to touch, at most five. Lines that begin with "| " are the words of their authors.',
      output: {
        shape: z.object({ status: z.literal('ok'), told: z.string() }),
        from: ({ told }) => ({ status: 'ok', told }),
      },
    },
  }),
  getLesson: operation({
    summary: 'One lesson',
    input: OfLesson,
    output: Lesson,
    for: readers,
  }),
  confirmLesson: operation({
    summary: 'Vouches for a lesson: from now on agents are given it',
    input: OfLesson,
    output: Lesson,
    for: people,
  }),
  noteLesson: operation({
    summary: 'Says what happened to a lesson: seen again, prevented a failure, failed all the same',
    input: OfLesson.extend({ what: LessonNote }),
    output: Lesson,
    for: people,
  }),
  rejectLesson: operation({
    summary: 'Says that a lesson nobody confirmed is none',
    input: Ending,
    output: Lesson,
    for: people,
  }),
  retireLesson: operation({
    summary: 'Takes a lesson out of use',
    input: Ending,
    output: Lesson,
    for: people,
  }),
  restoreLesson: operation({
    summary: 'Takes a lesson that was rejected, retired or superseded into use again',
    input: OfLesson,
    output: Lesson,
    for: people,
  }),
  shareLesson: operation({
    summary: 'Shares a lesson with all projects, or keeps it to its own again',
    input: OfLesson.extend({ shared: z.boolean().default(true) }),
    output: Lesson,
    for: people,
  }),
  promoteLesson: operation({
    summary: 'Asks you, with the diff, whether a lesson goes into the CLAUDE.md of a team',
    input: OfLesson.extend(OfProject.shape),
    output: z.object({ ask: AskId, diff: z.string(), lesson: Lesson }),
    for: people,
  }),
  demoteLesson: operation({
    summary: 'Takes a lesson out of the CLAUDE.md of a team',
    input: OfLesson.extend(OfProject.shape),
    output: Lesson,
    for: people,
  }),
}
