import type { Artifact, ArtifactType, Idea, IdeaPhase } from '../../contract/plain.ts'
import type { Tone } from './runs.ts'

/** The phases of an idea, in their order, as people call them. */
export const phaseWords: Readonly<Record<IdeaPhase, string>> = {
  EXPLORING: 'Exploring',
  NARROWING: 'Narrowing',
  VALIDATING: 'Validating',
  REFINING: 'Refining',
  COMPLETE: 'Complete',
}

const artifactWords: Readonly<Record<ArtifactType, string>> = {
  problem: 'Problem',
  'target-user': 'Target users',
  'solution-concept': 'Solution',
  differentiator: 'What is different',
  'mvp-features': 'First version',
  market: 'Market',
  competition: 'Competition',
  technical: 'Technical',
  development: 'Development',
  brief: 'Brief',
}

/** What an artifact is, for people. */
export function artifactName({ type }: Pick<Artifact, 'type'>): string {
  return artifactWords[type]
}

const missingWords: Readonly<Record<string, string>> = {
  problem: 'the problem',
  'target-user': 'the target users',
  'solution-concept': 'a solution',
  'mvp-features': 'what the first version has',
  differentiator: 'what is different',
  validation: 'three assumptions that held',
  risk: 'a risk',
  confidence: 'more confidence',
}

/** What an idea needs for its next phase, in words. */
export function missingOf({ missing }: Pick<Idea, 'missing'>): string {
  return missing.map((what) => missingWords[what] ?? what).join(', ')
}

const states: Readonly<Record<Idea['state'], { words: string; tone: Tone }>> = {
  IDLE: { words: 'idle', tone: 'quiet' },
  LOADING: { words: 'begins to think', tone: 'work' },
  ACTIVE: { words: 'thinks', tone: 'work' },
  WAITING: { words: 'needs you', tone: 'needs' },
  COMPLETE: { words: 'answered', tone: 'quiet' },
  ERROR: { words: 'no answer', tone: 'bad' },
}

/** What the talk about an idea is at, in words and in colour. */
export function stateOfIdea({ state }: Pick<Idea, 'state'>): { words: string; tone: Tone } {
  return states[state]
}
