import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AskId, Event, Lesson, LessonId } from '../../contract/index.ts'
import { manualClock, type ManualClock } from '../../platform/clock/index.ts'
import { createLogger } from '../../platform/log/index.ts'
import type { Projects } from '../../platform/projects/index.ts'
import { askMigrations, createInbox, type Inbox } from '../inbox/index.ts'
import { kinOf } from '../inbox/inbox.suite.ts'
import { closeBase, eventsIn, openBase } from '../store/base.suite.ts'
import type { EventLog } from '../store/index.ts'
import { createLessons, type Lessons } from './lessons.ts'
import { lessonMigrations } from './migrations.ts'
import type { NewLesson } from './recording.ts'

export const day = 24 * 60 * 60 * 1000
export const user = { name: 'user', kind: 'human' } as const

/** Lessons in a real database, with a real inbox and real folders of teams. */
export interface LessonWorld {
  lessons: Lessons
  inbox: Inbox
  clock: ManualClock
  /** What a team's folder is. */
  folder(team: string): string
  /** Records a lesson of the project `shop` that a person vouches for. */
  add(text: string, more?: Partial<NewLesson>): Lesson
  /** The same as an agent does it, so that nobody vouches for it. */
  found(text: string, more?: Partial<NewLesson>): Lesson
  /** One that is ready for CLAUDE.md. */
  ready(text: string, more?: Partial<NewLesson>): LessonId
  propose(lesson: LessonId, team?: string): Promise<{ ask: AskId; diff: string }>
  answer(ask: AskId, choose: string): Promise<void>
  claude(team?: string): string | undefined
  writeClaude(text: string, team?: string): void
  events(type?: string): Event[]
  /** From now on what is asked of projects goes here first. */
  interfere: (what: keyof Projects) => void
  restart(): Promise<void>
  end(): Promise<void>
}

export function openLessonWorld(): LessonWorld {
  const root = mkdtempSync(join(tmpdir(), 'iris-lessons-'))
  const clock = manualClock(Date.UTC(2026, 0, 10))
  const logger = createLogger({ level: 'silent', file: join(root, 'log'), toStderr: false })
  let log: EventLog
  let close: () => Promise<void>
  const world: LessonWorld = {
    ...open(),
    clock,
    folder(team) {
      mkdirSync(join(root, team), { recursive: true })
      return join(root, team)
    },
    add: (text, more = {}) =>
      world.lessons.record({ project: 'shop', kind: 'gotcha', text, isConfirmed: true, by: user, ...more })
        .lesson,
    found: (text, more = {}) =>
      world.add(text, { isConfirmed: false, by: { name: 'shop', kind: 'agent' }, ...more }),
    ready(text, more = {}) {
      const { lesson } = world.add(text, { confidence: 0.95, ...more })
      const act = { lesson, by: 'user' }
      world.lessons.note(act, 'seen_again')
      world.lessons.note(act, 'seen_again')
      return world.lessons.share(act, true).lesson
    },
    propose: (lesson, team = 'shop') =>
      world.lessons.promoting.propose({ lesson, by: 'user' }, { team, folder: world.folder(team) }),
    async answer(ask, choose) {
      await world.inbox.answer(ask, { who: user, input: { choose } })
      await world.lessons.promoting.carryOut()
    },
    claude(team = 'shop') {
      const file = join(world.folder(team), 'CLAUDE.md')
      return existsSync(file) ? readFileSync(file, 'utf8') : undefined
    },
    writeClaude: (text, team = 'shop') => writeFileSync(join(world.folder(team), 'CLAUDE.md'), text),
    events: (type) => eventsIn(log).filter((event) => type === undefined || event.type === type),
    interfere: () => undefined,
    async restart() {
      await close()
      Object.assign(world, open())
    },
    async end() {
      await close()
      rmSync(root, { recursive: true })
    },
  }
  return world

  function open(): Pick<LessonWorld, 'lessons' | 'inbox'> {
    const { projects: real, ...base } = openBase(root, [askMigrations, lessonMigrations], clock)
    log = base.log
    const policy = { leadMayAnswer: [], answerers: [], questioning: true }
    const inbox = createInbox({
      ...base,
      logger,
      policy: () => policy,
      kin: kinOf(),
      deliver: async () => undefined,
    })
    const projects = {
      exact: async (folder: string, name: string) => (world.interfere('exact'), real.exact(folder, name)),
      replace: async (...args: Parameters<Projects['replace']>) => (
        world.interfere('replace'),
        real.replace(...args)
      ),
    }
    const lessons = createLessons({ ...base, logger, inbox, projects })
    log.react(['ask.answered', 'ask.dismissed', 'ask.withdrawn'], ({ data }) =>
      lessons.promoting.onClosed(data.ask),
    )
    close = async () => {
      await lessons.promoting.close()
      inbox.close()
      await closeBase(base)
    }
    return { lessons, inbox }
  }
}
