import type { IdeaContext } from './context.ts'
import type { Standing } from './phases.ts'
import type { IdeaRow } from './rows.ts'

/** What an idea is judged by, as it is stored. */
export function standingOf(
  { rows }: IdeaContext,
  { idea, phase, confidence }: Pick<IdeaRow, 'idea' | 'phase' | 'confidence'>,
): Standing {
  return {
    phase,
    confidence,
    artifacts: rows.artifacts(idea),
    decisions: rows.decisions(idea),
    risks: rows.risks(idea),
  }
}
