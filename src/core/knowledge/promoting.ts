import { createHash } from 'node:crypto'
import { IrisError, type AskId, type LessonId } from '../../contract/index.ts'
import { unifiedDiff } from '../../platform/lib/index.ts'
import type { Logger } from '../../platform/log/index.ts'
import type { Projects } from '../../platform/projects/index.ts'
import type { Inbox } from '../inbox/index.ts'
import type { Act } from './changing.ts'
import { claudeFile, hasLine, lineOf, withLine, withoutLine } from './claude-block.ts'
import { findLesson, type LessonsContext } from './context.ts'
import type { PromotionRow } from './promotion-rows.ts'
import { missingFor, toLesson } from './views.ts'

const yes = 'Add it'
const no = 'Leave it out'

/** Where a team keeps its CLAUDE.md. */
export interface ClaudeAt {
  team: string
  folder: string
}

/** What the ways of lessons into files are made with. */
export interface PromotingDeps {
  context: LessonsContext
  projects: Pick<Projects, 'exact' | 'replace'>
  inbox: Pick<Inbox, 'raise' | 'view' | 'withdrawOne'>
  logger: Pick<Logger, 'warn'>
}

/** Takes lessons into CLAUDE.md on a person's yes, and out again. */
export interface Promoting {
  /** Asks a person, with the diff; `text` says it in other words. */
  propose(act: Act, at: ClaudeAt, text?: string): Promise<{ ask: AskId; diff: string }>
  /** Whether it was ever asked whether a lesson goes into the file of a team. */
  wasProposed(lesson: LessonId, folder: string): boolean
  /** Hears, in the transaction that closes it, what became of an ask. */
  onClosed(ask: AskId): void
  demote(act: Act, at: ClaudeAt): Promise<void>
  /** Carries out what was approved and not yet written. */
  carryOut(): Promise<void>
  close(): Promise<void>
}

export function createPromoting(deps: PromotingDeps): Promoting {
  const { context, projects, inbox, logger } = deps
  const { promotions } = context
  let last = Promise.resolve()
  let isClosed = false

  return {
    propose: (act, at, text) => propose(deps, act, { ...at, text }),
    wasProposed: (lesson, folder) => promotions.at(lesson, folder) !== undefined,
    onClosed(ask) {
      const row = promotions.ofAsk(ask)
      if (row?.state !== 'asked') return
      const isYes = inbox.view(ask).answer?.chosen.some(({ labels }) => labels.includes(yes)) ?? false
      promotions.put({ ...row, state: isYes ? 'approved' : 'declined' })
      // Once this is committed; if it is not, nothing is found there.
      if (isYes) setImmediate(() => void carryOut())
    },
    demote: (act, at) => demote(deps, act, at),
    carryOut,
    async close() {
      isClosed = true
      await last
    },
  }

  /** One after the other: two lessons may go into one file. */
  function carryOut(): Promise<void> {
    last = last.then(writeApproved)
    return last
  }

  async function writeApproved(): Promise<void> {
    if (isClosed) return
    for (const row of promotions.approved()) {
      try {
        await write(row)
      } catch (error) {
        // It stays approved, and is tried again at the next start or the next yes.
        logger.warn('a lesson is not in CLAUDE.md yet', { lesson: row.lesson, team: row.team, err: error })
      }
    }
  }

  async function write(row: PromotionRow): Promise<void> {
    const { lesson, folder, askedBy: by } = row
    const text = await projects.exact(folder, claudeFile)
    if (text !== undefined && hasLine(text, lesson)) return finish(context, row)
    const isSame = baseOf(text) === row.base
    const next = isSame ? withLine(text ?? '', { line: row.line, instead: insteadOf(context, lesson) }) : ''
    if (isSame && (await projects.replace(folder, claudeFile, { was: text, text: next })))
      return finish(context, row)
    await propose(deps, { lesson, by }, row)
  }
}

async function propose(
  { context, projects, inbox }: PromotingDeps,
  act: Act,
  { team, folder, text: words }: ClaudeAt & { text?: string | undefined },
): Promise<{ ask: AskId; diff: string }> {
  const lesson = findLesson(context, act.lesson)
  const missing = missingFor(context, lesson)
  if (missing.length > 0) throw notYet(act.lesson, missing.join('; '))
  const text = await projects.exact(folder, claudeFile)
  if (text !== undefined && hasLine(text, act.lesson))
    throw notYet(act.lesson, `${claudeFile} has it already`)
  const line = lineOf(toLesson(context, lesson))
  const next = withLine(text ?? '', { line, instead: insteadOf(context, act.lesson) })
  const diff = unifiedDiff(claudeFile, text ?? '', next)
  const base = baseOf(text)
  return context.log.write((append) => {
    const open = context.promotions.at(act.lesson, folder)
    if (open?.state === 'asked' && inbox.view(open.ask).state === 'open') {
      if (open.base === base && open.line === line) return { ask: open.ask, diff }
      inbox.withdrawOne(open.ask, `${claudeFile} changed`)
    }
    const { ask } = inbox.raise(questionOf({ team, diff, id: act.lesson, words }))
    context.promotions.put({
      lesson: act.lesson,
      folder,
      team,
      state: 'asked',
      ask: ask.id,
      base,
      line,
      askedBy: act.by,
    })
    append({ type: 'lesson.proposed', data: { ...act, team, file: claudeFile, ask: ask.id } })
    return { ask: ask.id, diff }
  })
}

async function demote({ context, projects, inbox }: PromotingDeps, act: Act, at: ClaudeAt): Promise<void> {
  findLesson(context, act.lesson)
  const row = context.promotions.at(act.lesson, at.folder)
  const text = await projects.exact(at.folder, claudeFile)
  const next = text === undefined ? undefined : withoutLine(text, act.lesson)
  if (!row && next === text)
    throw new IrisError('LESSON_REFUSED', `${act.lesson} is not in ${claudeFile} of ${at.team}.`)
  if (
    next !== undefined &&
    next !== text &&
    !(await projects.replace(at.folder, claudeFile, { was: text, text: next }))
  )
    throw new IrisError('PROJECT_FILE_CHANGED', `${claudeFile} of ${at.team} changed meanwhile.`)
  context.log.write((append) => {
    if (row) context.promotions.put({ ...row, state: 'removed' })
    if (row?.state === 'asked') inbox.withdrawOne(row.ask, 'no longer wanted')
    append({ type: 'lesson.demoted', data: { ...act, team: at.team, file: claudeFile } })
  })
}

function finish({ log, promotions }: LessonsContext, row: PromotionRow): void {
  const { lesson, team, askedBy: by } = row
  log.write((append) => {
    promotions.put({ ...row, state: 'written' })
    append({ type: 'lesson.promoted', data: { lesson, by, team, file: claudeFile } })
  })
}

function questionOf({
  team,
  diff,
  id,
  words,
}: {
  team: string
  diff: string
  id: LessonId
  words: string | undefined
}): Parameters<Inbox['raise']>[0] {
  return {
    source: 'lesson',
    kind: 'decision',
    type: 'confirming',
    team,
    caller: 'user',
    text: words ?? `Add the lesson ${id} to ${claudeFile} of ${team}?`,
    context: diff,
    options: [
      { label: yes, description: `Every agent of ${team} reads it at each start` },
      { label: no, description: 'It is still given to agents on tasks it holds for' },
    ],
    freeText: false,
    tags: ['promotion'],
  }
}

/** Lines of lessons that this one took the place of. */
function insteadOf({ rows }: LessonsContext, lesson: LessonId): LessonId[] {
  return rows.supersededBy(lesson).map(({ id }) => id)
}

function baseOf(text: string | undefined): string {
  return text === undefined ? 'none' : createHash('sha256').update(text).digest('hex')
}

function notYet(lesson: LessonId, why: string): IrisError {
  return new IrisError('LESSON_NOT_PROMOTABLE', `${lesson} cannot go into ${claudeFile}: ${why}.`)
}
