import { newId, type Event, type LessonKind } from '../../../contract/index.ts'
import type { Append } from '../../../core/store/index.ts'
import { readSignals } from '../stage/signals.ts'
import { roleOfReviews, type LearningContext } from './context.ts'
import { citing, type Cited } from './evidence.ts'
import { askAboutLesson } from './questions.ts'
import type { OpinionRow, Said } from './rows.ts'
import { LessonText, OpinionSignals } from './signals.ts'
import { templateText } from './template-file.ts'

const maxEvidence = 1000
/** What else was found waits in `iris lessons review`. */
const maxAsks = 3

/** What follows from the end of a stage about a review, in the transaction that records it. */
export function onStageEnded(
  context: LearningContext,
  { data }: Event<'stage.ended'>,
  append: Append,
): boolean {
  const row = data.role === roleOfReviews ? context.rows.opinionOf(data.stage) : undefined
  const answer = context.stages.get(data.stage)?.answer
  if (!row || !answer) return false
  const { build, key, team, stage } = row
  const about = { build, key, team, stage }
  if (answer.how !== 'answered') {
    append({ type: 'opinion.missed', data: { ...about, why: answer.why ?? 'The model gave no answer.' } })
    return false
  }
  const { signals } = readSignals(answer, OpinionSignals, (summary) => OpinionSignals.parse({ summary }))
  const taken = take(context, row, signals)
  context.rows.say(build, taken.said)
  const { said, templates } = taken
  append({
    type: 'opinion.given',
    data: { ...about, lessons: said.lessons.length, templates, dropped: said.dropped },
  })
  return true
}

/** Keeps what names facts of the review; lessons wait for somebody to confirm them. */
function take(
  context: LearningContext,
  row: OpinionRow,
  signals: OpinionSignals,
): { said: Said; templates: number } {
  const cited = citing(row.facts)
  const [patterns, gotchas] = [cited(signals.patterns), cited(signals.gotchas)]
  const [verdicts, suggestions, templates] = [
    cited(signals.verdicts),
    cited(signals.suggestions),
    cited(signals.templates),
  ]
  const lessons = [
    ...record(context, row, { kind: 'gotcha', found: gotchas.kept }),
    ...record(context, row, { kind: 'pattern', found: patterns.kept }),
  ]
  askAbout(context, row, lessons)
  const proposed = templates.kept.filter((template) => propose(context, row, template)).length
  const all = [patterns, gotchas, verdicts, suggestions, templates]
  const dropped = all.reduce((sum, one) => sum + one.dropped, 0)
  const { summary } = signals
  return {
    said: { summary, lessons, verdicts: verdicts.kept, suggestions: suggestions.kept, dropped },
    templates: proposed,
  }
}

function askAbout(context: LearningContext, { team }: OpinionRow, lessons: Said['lessons']): void {
  let asks = 0
  for (const one of lessons) if (asks < maxAsks) asks += askAboutLesson(context, { ...one, team })
}

function record(
  { lessons, logger, work }: LearningContext,
  { key, project, build }: OpinionRow,
  { kind, found }: { kind: LessonKind; found: readonly Cited<OpinionSignals['gotchas'][number]>[] },
): Said['lessons'] {
  // A build counts once for a lesson, whether its agents or a model say it, and however often.
  const seenIn = [build, ...work.get(build).tasks.flatMap(({ session, task }) => [session ?? task, task])]
  return found.flatMap(({ text, glob, evidence }) => {
    const words = LessonText.safeParse(text)
    if (!words.success) return []
    try {
      const { lesson } = lessons.record({
        project,
        kind,
        text: words.data,
        glob,
        evidence: `${key}: ${evidence.join('; ')}`.slice(0, maxEvidence),
        isConfirmed: false,
        by: { name: `review/${key}`, kind: 'agent' },
        seenIn,
      })
      return [{ lesson: lesson.lesson, evidence }]
    } catch (error) {
      // Too many that nobody confirmed, or files that are no pattern: the rest counts all the same.
      logger.warn('a lesson of a review was not kept', { build: key, err: error })
      return []
    }
  })
}

/** Writes down a template that is to be proposed; false for one that is none. */
function propose(
  { rows, config }: LearningContext,
  { build, team }: OpinionRow,
  template: Cited<OpinionSignals['templates'][number]>,
): boolean {
  const at = config().teams.get(team)
  const text = templateText(template)
  if (!at || at.remote !== undefined || text === undefined) return false
  const made = { template: newId('tpl'), build, team, folder: at.path, name: template.name, text }
  const none = { ask: null, base: null, before: null, by: null }
  rows.putTemplate({ ...made, ...none, evidence: template.evidence, state: 'found' })
  return true
}
