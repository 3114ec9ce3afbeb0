import { IrisError, type IdeaPhase } from '../../../contract/index.ts'
import { ideaPhases, transitionDoor } from '../../../core/rules/index.ts'
import type { Append } from '../../../core/store/index.ts'
import { briefOf } from './briefing.ts'
import type { IdeaContext } from './context.ts'
import { inputsOf } from './phases.ts'
import type { IdeaRow } from './rows.ts'
import { standingOf } from './standing.ts'

/** Takes an idea on by one phase when nothing is missing for it; returns it as it is then. */
export function moveOn(context: IdeaContext, row: IdeaRow, append: Append): IdeaRow {
  const { rulings } = context
  const inputs = inputsOf(standingOf(context, row))
  const outcome = transitionDoor.decide(inputs)
  if (!outcome.shouldTransition) return row
  const phase = outcome.nextPhase
  // Whoever specifies it needs the brief: without one it stays where it is.
  if (phase === 'COMPLETE' && !hasBrief(context, row)) return row
  rulings.keep(transitionDoor, { inputs, outcome, about: row.idea })
  return moved(context, { ...row, phase }, { was: row.phase, by: 'iris', append })
}

/** Takes an idea back to an earlier phase, on the person's word. */
export function moveBack(
  context: IdeaContext,
  row: IdeaRow,
  { phase, by }: { phase: IdeaPhase; by: string },
): void {
  if (ideaPhases.indexOf(phase) >= ideaPhases.indexOf(row.phase))
    throw new IrisError(
      'IDEA_PHASE_REFUSED',
      `The idea is in the phase ${row.phase}; ${phase} is no earlier one.`,
    )
  context.log.write((append) => {
    moved(context, { ...row, phase, completedAt: null }, { was: row.phase, by, append })
  })
}

function moved(
  { rows, clock }: IdeaContext,
  row: IdeaRow,
  { was, by, append }: { was: IdeaPhase; by: string; append: Append },
): IdeaRow {
  const { idea, phase, slug, title } = row
  const at = clock.now()
  const isComplete = phase === 'COMPLETE'
  const next = { ...row, changedAt: at, isFiled: slug === null, completedAt: isComplete ? at : null }
  rows.put(next)
  append({ type: 'idea.moved', data: { idea, was, phase, by } })
  if (isComplete && slug !== null) append({ type: 'idea.completed', data: { idea, slug, title } })
  return next
}

/** Whether there is a brief: the model's, or else one of what was written down. */
function hasBrief({ rows, clock }: IdeaContext, { idea, title, slug, confidence }: IdeaRow): boolean {
  const artifacts = rows.artifacts(idea)
  const given = artifacts.find(({ type, isActive }) => type === 'brief' && isActive)
  const text = briefOf({ title, artifacts, decisions: rows.decisions(idea), risks: rows.risks(idea) })
  if (slug === null || (!given && text === undefined)) return false
  if (given) rows.putArtifact(idea, { ...given, isSaved: true })
  else
    rows.putArtifact(idea, {
      type: 'brief',
      summary: `What ${title} is, of all that was written down`,
      text: text ?? '',
      confidence,
      isSaved: true,
      by: 'iris',
      at: clock.now(),
    })
  return true
}
