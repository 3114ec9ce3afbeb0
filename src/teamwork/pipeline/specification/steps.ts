import type { SpecState } from '../../../contract/index.ts'

/** What is so of a spec; what to do next follows from it. */
export interface SpecFacts {
  isDropped: boolean
  isApproved: boolean
  /** It is approved, and no build works it yet. */
  wantsBuild: boolean
  /** What the model is at. */
  stage: 'none' | 'open' | 'over'
  revision: number
  /** Something that the next revision is to heed. */
  hasNotes: boolean
  /** Why it cannot go on by itself, or the last draft is no valid spec. */
  isStuck: boolean
  questions: { isOpen: boolean; isBlocking: boolean; isHeard: boolean }[]
  /** Where it is approved. */
  ask: 'none' | 'open' | 'closed'
}

/** What Iris does next for a spec; each can be done twice. */
export type SpecDeed = 'draft' | 'take' | 'hear' | 'propose' | 'decide' | 'build'
export type SpecStep = { do: SpecDeed | 'nothing'; at: SpecState }

/** What to do next, from what is so; the same facts give the same step. */
export function stepOf(facts: SpecFacts): SpecStep {
  if (facts.isDropped) return { do: 'nothing', at: 'dropped' }
  if (facts.isApproved) return { do: facts.wantsBuild ? 'build' : 'nothing', at: 'approved' }
  if (facts.stage === 'open') return { do: 'nothing', at: 'drafting' }
  if (facts.stage === 'over') return { do: 'take', at: 'drafting' }
  if (facts.questions.some(({ isOpen, isHeard }) => !isOpen && !isHeard)) return { do: 'hear', at: 'asked' }
  if (facts.questions.some(({ isOpen, isBlocking }) => isOpen && isBlocking))
    return { do: 'nothing', at: 'asked' }
  return facts.isStuck ? stepWithYou(facts, 'stuck') : stepOn(facts)
}

function stepOn(facts: SpecFacts): SpecStep {
  if (facts.revision === 0 || facts.hasNotes) return { do: 'draft', at: 'drafting' }
  return stepWithYou(facts, 'proposed')
}

function stepWithYou({ ask }: SpecFacts, at: 'proposed' | 'stuck'): SpecStep {
  if (ask === 'none') return { do: 'propose', at }
  return { do: ask === 'open' ? 'nothing' : 'decide', at }
}
