import type { Clock } from '../../platform/clock/index.ts'
import type { CompiledConfig } from '../../platform/config/index.ts'
import type { Logger } from '../../platform/log/index.ts'
import type { Projects } from '../../platform/projects/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { feature } from '../features/index.ts'
import type { Inbox } from '../inbox/index.ts'
import type { EventLog } from '../store/index.ts'
import type { Tasks } from '../tasks/index.ts'
import { createLessons } from './lessons.ts'
import { lessonMigrations } from './migrations.ts'
import { lessonOperations } from './operations.ts'

/** What lessons are made from. */
interface From {
  sql: Sql
  log: EventLog
  clock: Clock
  logger: Logger
  projects: Projects
  inbox: Inbox
}

/** What was learned, and what it is worth. */
export const lessonsFeature = feature({
  name: 'lessons',
  migrations: lessonMigrations,
  create(from: From) {
    const lessons = createLessons(from)
    // What a person approved just before the last daemon ended.
    void lessons.promoting.carryOut()
    return lessons
  },
  operations: (lessons, { tasks, config }: { tasks: Tasks; config: () => CompiledConfig }) =>
    lessonOperations(lessons, { tasks, teams: () => config().teams }),
  reacts: {
    'ask.answered': ({ promoting }, { data }) => promoting.onClosed(data.ask),
    'ask.dismissed': ({ promoting }, { data }) => promoting.onClosed(data.ask),
    'ask.withdrawn': ({ promoting }, { data }) => promoting.onClosed(data.ask),
  },
  close: ({ promoting }) => promoting.close(),
})
