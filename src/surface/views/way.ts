import type { Build, Merge, ReviewSummary, Spec, WholeIdea } from '../../contract/plain.ts'
import { buildCounts, stateOfBuild } from './builds.ts'
import { phaseWords } from './ideas.ts'
import { passedWords } from './reviews.ts'
import type { Tone } from './runs.ts'
import { stateOfSpec } from './specs.ts'

/** One step of an idea on its way to the merge. */
export interface WayStep {
  name: WayStepName
  words: string
  tone: Tone
  /** Whether it is behind. */
  isDone: boolean
}
type WayStepName = 'Idea' | 'Brief' | 'Spec' | 'Build' | 'Review' | 'Merge'

/** What has come of an idea so far. */
export interface WayFacts {
  idea: Pick<WholeIdea, 'phase' | 'artifacts'>
  spec: Spec | undefined
  build: Build | undefined
  review: Pick<ReviewSummary, 'started' | 'firstPass'> | undefined
  merge: Pick<Merge, 'state' | 'undone' | 'into'> | undefined
}

/** Every step from the first sentence to the merge, also those that are still ahead. */
export function wayOf({ idea, spec, build, review, merge }: WayFacts): WayStep[] {
  const hasBrief = idea.artifacts.some(({ type, isActive }) => type === 'brief' && isActive)
  const isComplete = idea.phase === 'COMPLETE'
  return [
    {
      name: 'Idea',
      words: phaseWords[idea.phase].toLowerCase(),
      tone: isComplete ? 'good' : 'work',
      isDone: isComplete,
    },
    hasBrief ? { name: 'Brief', words: 'written', tone: 'good', isDone: true } : ahead('Brief'),
    spec ? { name: 'Spec', ...stateOfSpec(spec), isDone: spec.state === 'approved' } : ahead('Spec'),
    build ? ofBuild(build) : ahead('Build'),
    review ? ofReview(review) : ahead('Review'),
    merge ? ofMerge(merge) : ahead('Merge'),
  ]
}

const ahead = (name: WayStepName): WayStep => ({ name, words: 'not yet', tone: 'quiet', isDone: false })

function ofBuild(build: Build): WayStep {
  const { words, tone } = stateOfBuild(build)
  const { done, all } = buildCounts(build)
  return { name: 'Build', words: `${words}, ${done} of ${all}`, tone, isDone: build.state === 'complete' }
}

function ofReview({ started, firstPass }: NonNullable<WayFacts['review']>): WayStep {
  const words = passedWords({ tasks: started, firstPass })
  return { name: 'Review', words, tone: 'good', isDone: true }
}

function ofMerge({ state, undone, into }: NonNullable<WayFacts['merge']>): WayStep {
  if (state === 'stuck') return { name: 'Merge', words: `stuck before ${into}`, tone: 'bad', isDone: false }
  if (undone?.state === 'made')
    return { name: 'Merge', words: `taken back from ${into}`, tone: 'quiet', isDone: false }
  const isMade = state === 'made'
  return {
    name: 'Merge',
    words: isMade ? `in ${into}` : 'not yet',
    tone: isMade ? 'good' : 'quiet',
    isDone: isMade,
  }
}

/** Where it is now: the first step that is not behind. */
export function hereOn(way: readonly WayStep[]): WayStep | undefined {
  return way.find(({ isDone }) => !isDone)
}
