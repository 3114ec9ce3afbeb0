import type { Idea, Stage, WholeIdea } from '../../../contract/index.ts'
import type { IdeaContext } from './context.ts'
import { folderOf } from './filing.ts'
import { missingIn, progressOf } from './phases.ts'
import { waitedFor } from './questions.ts'
import type { IdeaRow } from './rows.ts'
import { standingOf } from './standing.ts'

const stagesCounted = 200

/** An idea as people see it. */
export function toIdea(context: IdeaContext, row: IdeaRow): Idea {
  const { rows, stages } = context
  const { idea, title, slug, phase, confidence, complexity, fit, createdAt, changedAt, completedAt } = row
  const stage = row.stage === null ? undefined : stages.get(row.stage)
  const waitsFor = waitedFor(context, idea)
  const standing = standingOf(context, row)
  const asked = stages.list({ subject: idea, limit: stagesCounted })
  return {
    idea,
    title,
    slug,
    phase,
    progress: progressOf(standing),
    ...missingIn(standing),
    confidence,
    complexity,
    fit,
    state: stages.stateOf(stage, waitsFor !== null),
    why: stage?.why ?? null,
    waitsFor,
    messages: rows.countMessages(idea),
    costUsd: asked.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0),
    rehearsed: asked.some(({ rehearsed }) => rehearsed),
    createdAt,
    changedAt,
    completedAt,
  }
}

/** The same with all that was written down. */
export function toWholeIdea(context: IdeaContext, row: IdeaRow): WholeIdea {
  const { rows } = context
  return {
    ...toIdea(context, row),
    folder: folderOf(context, row) ?? null,
    artifacts: rows.artifacts(row.idea),
    decisions: rows.decisions(row.idea),
    risks: rows.risks(row.idea),
    stage: stageOf(context, row),
  }
}

function stageOf({ stages }: IdeaContext, { idea, stage }: IdeaRow): Stage | null {
  return stages.list({ subject: idea, limit: 1 }).find((one) => one.stage === stage) ?? null
}
