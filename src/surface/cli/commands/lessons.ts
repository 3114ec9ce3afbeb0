import {
  oneLine,
  exitCodes,
  IrisError,
  type CallInput,
  type Lesson,
  type LessonStatus,
} from '../../../contract/plain.ts'
import { holdsForWords } from '../../views/index.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { oneOf } from '../one-of.ts'
import { columns, harmless } from '../output.ts'
import { table } from '../table.ts'
import { typedId } from '../typed-id.ts'

const maxSlice = 1000
const statuses = ['unconfirmed', 'active', 'review', 'superseded', 'rejected', 'retired'] as const
const outOfUse: readonly LessonStatus[] = ['superseded', 'rejected', 'retired']
const actions = ['CREATE', 'UPDATE', 'DELETE', 'READ'] as const
const notes = ['seen_again', 'prevented', 'failed_again'] as const

interface Filter {
  team?: string
  status?: LessonStatus
}

/** Lessons, newest first. */
export async function listLessons(
  context: CommandContext,
  { team, status, all = false }: { team?: string; status?: string; all?: boolean },
): Promise<number> {
  const wanted = status === undefined ? undefined : oneOf('--status', status, statuses)
  const found = await everyLesson(context, {
    ...(team ? { team } : {}),
    ...(wanted ? { status: wanted } : {}),
  })
  const lessons = found.filter((lesson) => all || wanted || !outOfUse.includes(lesson.status))
  const empty = found.length === 0 ? 'No lessons yet.' : 'No lesson in use; --all shows the others too.'
  return showList(context, lessons, empty)
}

/** Lessons that wait for a person. */
export async function reviewLessons(context: CommandContext, filter: { team?: string }): Promise<number> {
  const found = await everyLesson(context, filter)
  const isReady = ({ missing, promotedTo }: Lesson): boolean =>
    missing.length === 0 && promotedTo.length === 0
  const lessons = found.filter(
    (lesson) => lesson.status === 'unconfirmed' || lesson.status === 'review' || isReady(lesson),
  )
  return showList(context, lessons, 'Nothing to look at.')
}

async function everyLesson(context: CommandContext, filter: Filter): Promise<Lesson[]> {
  const client = await connectOrStart(context)
  let slice = await client.call('listLessons', { ...filter, limit: maxSlice })
  const lessons = [...slice.lessons]
  while (slice.next !== null) {
    slice = await client.call('listLessons', { ...filter, limit: maxSlice, after: slice.next })
    lessons.push(...slice.lessons)
  }
  return lessons
}

function showList({ output }: CommandContext, lessons: readonly Lesson[], empty: string): number {
  output.result({ lessons }, () => {
    if (lessons.length === 0) return output.line(empty)
    const heading = ['Lesson', 'Status', 'Worth', 'Seen', 'Project', 'Holds for', 'Text']
    for (const line of table({ heading, rows: lessons.map(rowOf) }, output)) output.line(harmless(line))
  })
  return exitCodes.ok
}

function rowOf({ lesson, status, confidence, occurrences, project, text, ...where }: Lesson): string[] {
  const worth = [confidence.toFixed(2), String(occurrences)]
  return [lesson, status, ...worth, project ?? 'all', oneLine(holdsForWords(where), 30), oneLine(text, 60)]
}

/** One lesson with all that is known of it. */
export async function showLesson(context: CommandContext, lesson: string): Promise<number> {
  const client = await connectOrStart(context)
  return show(context, await client.call('getLesson', { lesson: typedId('lsn', lesson) }))
}

function show({ output }: CommandContext, lesson: Lesson): number {
  output.result(lesson, () => {
    output.line(harmless(lesson.text))
    output.line()
    for (const line of columns(detailsOf(lesson))) output.line(harmless(line))
  })
  return exitCodes.ok
}

function detailsOf(lesson: Lesson): string[][] {
  const { kind, status, confidence, occurrences, prevented, failedAgain, project, author, confirmed } = lesson
  const happened = `seen ${occurrences}×, prevented ${prevented} failures, failed ${failedAgain}×`
  const lacking = lesson.missing.length > 0 ? `not yet: ${lesson.missing.join('; ')}` : 'could go there'
  return [
    [kind, status],
    ['worth', `${confidence.toFixed(2)} (${happened})`],
    ['holds for', `${holdsForWords(lesson)} in ${project ?? 'all projects'}`],
    ...(lesson.evidence ? [['evidence', lesson.evidence]] : []),
    ['author', author.kind === 'agent' ? `${author.name} (an agent)` : author.name],
    ['confirmed', confirmed ? `by ${confirmed.by} (${confirmed.as})` : 'by nobody: agents are not given it'],
    ...(lesson.ended
      ? [['ended', `by ${lesson.ended.by}${lesson.ended.reason ? `: ${lesson.ended.reason}` : ''}`]]
      : []),
    ...(lesson.supersededBy ? [['superseded', `by ${lesson.supersededBy}`]] : []),
    ['CLAUDE.md', lesson.promotedTo.length > 0 ? `of ${lesson.promotedTo.join(', ')}` : lacking],
    ['id', lesson.lesson],
  ]
}

/** What a new lesson is made of. */
export interface NewLessonOptions {
  pattern?: boolean
  glob?: string
  action?: string
  topic?: string
  evidence?: string
  confidence?: string
}

/** Adds a lesson; whoever types it vouches for it. */
export async function addLesson(
  context: CommandContext,
  { team, words, ...options }: NewLessonOptions & { team: string; words: readonly string[] },
): Promise<number> {
  const { pattern, action, confidence, ...said } = options
  const client = await connectOrStart(context)
  const { how, lesson } = await client.call('recordLesson', {
    team,
    text: words.join(' '),
    kind: pattern ? 'pattern' : 'gotcha',
    confirm: true,
    ...said,
    ...(action ? { action: oneOf('--action', action.toUpperCase(), actions) } : {}),
    ...(confidence ? { confidence: share(confidence) } : {}),
  })
  if (how === 'counted') context.output.note(`Known already: it was seen ${lesson.occurrences} times now.`)
  if (how === 'superseded') context.output.note('It takes the place of one that said the same.')
  return show(context, lesson)
}

function share(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && value >= 0.1 && value <= 1) return value
  throw new IrisError('USAGE', `--confidence takes a number from 0.1 to 1, not ${JSON.stringify(text)}.`)
}

/** Says what happened to a lesson. */
export async function noteLesson(context: CommandContext, lesson: string, word: string): Promise<number> {
  const what = oneOf('What happened', word.replaceAll(/[ -]/g, '_'), notes)
  const client = await connectOrStart(context)
  return show(context, await client.call('noteLesson', { lesson: typedId('lsn', lesson), what }))
}

type Changing =
  | 'confirmLesson'
  | 'rejectLesson'
  | 'retireLesson'
  | 'restoreLesson'
  | 'shareLesson'
  | 'demoteLesson'

/** Does to a lesson what one call does. */
export async function changeLesson<C extends Changing>(
  context: CommandContext,
  call: C,
  { lesson, ...more }: Omit<CallInput<C>, 'lesson'> & { lesson: string },
): Promise<number> {
  const client = await connectOrStart(context)
  // What is left beside the lesson is what this call takes; TypeScript cannot follow that through the union.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const input = { lesson: typedId('lsn', lesson), ...more } as unknown as CallInput<C>
  return show(context, await client.call(call, input))
}

/** Asks whether a lesson goes into CLAUDE.md. */
export async function promoteLesson(context: CommandContext, lesson: string, team: string): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const proposed = await client.call('promoteLesson', { lesson: typedId('lsn', lesson), team })
  output.result(proposed, () => {
    output.line(harmless(proposed.diff))
    output.line()
    output.line(`Nothing is written yet. Say yes or no: iris inbox answer ${proposed.ask}`)
  })
  return exitCodes.ok
}
