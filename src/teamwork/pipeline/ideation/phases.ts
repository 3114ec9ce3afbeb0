import type { Artifact, IdeaPhase, IdeaRisk } from '../../../contract/index.ts'
import { ideaPhases, transitionDoor } from '../../../core/rules/index.ts'

/** What an idea is judged by. */
export interface Standing {
  phase: IdeaPhase
  artifacts: readonly Pick<Artifact, 'type' | 'confidence' | 'isActive'>[]
  decisions: readonly { type: string; text: string; assumption: string | null; outcome: string | null }[]
  risks: readonly Pick<IdeaRisk, 'text'>[]
  confidence: number
}

type Inputs = Parameters<typeof transitionDoor.decide>[0]

/** How the rule takes it. */
export function inputsOf({ phase, artifacts, decisions, risks, confidence }: Standing): Inputs {
  return {
    phase,
    signals: {
      artifacts: artifacts.map(({ type, confidence: own, isActive }) => ({
        type,
        confidence: own,
        status: isActive ? 'active' : 'retracted',
      })),
      decisions: decisions.map(({ type, text, assumption, outcome }) => ({
        type,
        assumption: assumption ?? text,
        outcome: outcome ?? 'open',
      })),
      risks: risks.map(({ text }) => text),
      confidence,
    },
  }
}

/** How many things the rule asks for in each phase. */
const asked: Readonly<Record<IdeaPhase, number>> = {
  EXPLORING: 3,
  NARROWING: 3,
  VALIDATING: 2,
  REFINING: 1,
  COMPLETE: 0,
}
const total = Object.values(asked).reduce((sum, one) => sum + one, 0)

/** What the next phase needs, and what an earlier one had and is gone. */
export function missingIn(standing: Standing): { missing: string[]; warnings: string[] } {
  const before = ideaPhases.slice(0, ideaPhases.indexOf(standing.phase))
  return {
    missing: missingFor(standing),
    warnings: before.flatMap((phase) =>
      missingFor({ ...standing, phase }).map((what) => `${phase}: ${what} is not there any more`),
    ),
  }
}

/** How far an idea is on the whole way, from 0 to 1. */
export function progressOf(standing: Standing): number {
  if (standing.phase === 'COMPLETE') return 1
  const before = ideaPhases.slice(0, ideaPhases.indexOf(standing.phase))
  const behind = before.reduce((sum, phase) => sum + asked[phase], 0)
  return (behind + asked[standing.phase] - missingFor(standing).length) / total
}

function missingFor(standing: Standing): string[] {
  const ruling = transitionDoor.decide(inputsOf(standing))
  return ruling.shouldTransition ? [] : ruling.missing
}
