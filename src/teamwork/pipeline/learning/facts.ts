import { inQuotes, oneLine, type Check, type Review, type ReviewTask } from '../../../contract/index.ts'
import type { LearningContext } from './context.ts'
import type { Fact } from './fact.ts'

const maxFacts = 400
const maxWords = 300
const maxChecks = 20

/** A fact, and which part of the prompt it stands in. */
export interface ToldFact extends Fact {
  part: 'build' | 'failures' | 'divergences' | 'tasks' | 'lessons' | 'similar'
  /** What was printed, as far as it is of use. */
  printed?: string
}

type Untold = Omit<ToldFact, 'mark'>

/** All that a review says, each under a mark of its own; the most useful first. */
export function factsOf(context: LearningContext, review: Review): ToldFact[] {
  const found: Untold[] = [
    ...aboutBuild(review),
    ...review.work.flatMap((task) => failuresOf(context, review, task)),
    ...review.differs.map(({ type, subject, shownBy, verdict }): Untold => {
      const judged =
        verdict === null ? '' : ` A person says that it is ${verdict.verdict}: ${verdict.evidence}`
      return { part: 'divergences', words: `${type} at ${inQuotes(subject)}: ${shownBy}.${judged}` }
    }),
    ...review.work.map(taskFact),
    ...lessonFacts(review),
    ...review.similar.map(({ key, outcome, shared }): Untold => ({
      part: 'similar',
      words: `${key} was like it and is ${outcome}; both had ${shared.slice(0, 12).join(', ')}`,
    })),
  ]
  return found
    .slice(0, maxFacts)
    .map((fact, place) => ({ ...fact, words: oneLine(fact.words, maxWords), mark: `F${place + 1}` }))
}

function aboutBuild({ key, outcome, reason, tasks, complete, started, firstPass }: Review): Untold[] {
  const went = `${complete} of ${tasks} tasks are complete; ${firstPass} of the ${started} that were begun passed at once`
  return [{ part: 'build', words: `${key} is ${outcome}: ${went}. ${reason ?? ''}` }]
}

/** Each check that failed, with the end of what it printed: what went wrong mostly stands there. */
function failuresOf({ checks }: LearningContext, review: Review, { task, key }: ReviewTask): Untold[] {
  return checks
    .list({ task, limit: maxChecks })
    .checks.filter(({ state, createdAt }) => state === 'failed' && createdAt >= review.startedAt)
    .toReversed()
    .map(({ failure, steps }) => {
      const failed = steps.find(({ state }) => state === 'failed')
      const command = failed ? inQuotes(failed.command) : 'its check'
      return {
        part: 'failures',
        words: `${key} failed as ${failure ?? 'UNKNOWN'} in ${command}`,
        printed: failed ? printedBy(failed) : '',
      }
    })
}

const printedBy = ({ head, tail }: Check['steps'][number]): string => (tail === '' ? head : tail)

function taskFact(task: ReviewTask): Untold {
  const { key, title, outcome, isFirstPass, attempts, failures, planned, changed, why } = task
  const went = isFirstPass ? 'passed at once' : `is ${outcome} after ${attempts} tries`
  const failed = failures.length === 0 ? '' : `; it failed as ${failures.join(', ')}`
  const files = `planned ${planned.map(({ path, action }) => `${action} ${path}`).join(', ') || 'no file'}; changed ${changed.join(', ') || 'none'}`
  return {
    part: 'tasks',
    words: `${key} ${inQuotes(title)} ${went}${failed}; ${files}${why === null ? '' : `; ${why}`}`,
  }
}

function lessonFacts({ given, learned }: Review): Untold[] {
  return [
    ...given.map(({ text, passed, failed }): Untold => ({
      part: 'lessons',
      words: `given to ${[...passed, ...failed].join(', ')}, of which ${passed.length} passed at once: ${text}`,
    })),
    ...learned.map(({ text, from, status }): Untold => ({
      part: 'lessons',
      words: `said by the agent of ${from} (${status}): ${text}`,
    })),
  ]
}
