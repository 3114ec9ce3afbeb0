import type { Review } from '../../../contract/index.ts'
import { outputSchemaOf } from '../stage/signals.ts'
import { roleOfReviews, type LearningContext } from './context.ts'
import { factsOf } from './facts.ts'
import { partsOf, reviewBudget } from './prompt.ts'
import type { OpinionRow } from './rows.ts'
import { OpinionSignals } from './signals.ts'

/** Asks a model what is to be learned from a review, once: what was asked is asked anew only when somebody says so. */
export async function askOpinion(
  context: LearningContext,
  review: Review,
  { by, again }: { by: string; again: boolean },
): Promise<OpinionRow> {
  const { rows, stages, log, clock, config } = context
  const { build, key, team, project } = review
  const known = standing(context, review, again)
  if (known) return known
  const facts = factsOf(context, review)
  const parts = await partsOf(context, review, facts)
  const folder = config().teams.get(team)?.path
  return log.write((append) => {
    const meanwhile = standing(context, review, again)
    if (meanwhile) return meanwhile
    const role = { role: roleOfReviews, project: folder, subject: build }
    const wanted = { parts, budget: reviewBudget, schema: outputSchemaOf(OpinionSignals) }
    const stage = stages.begin({ ...role, ...wanted }, append)
    const kept = facts.map(({ mark, words }) => ({ mark, words }))
    const row = { build, key, team, project, stage, by, askedAt: clock.now(), facts: kept }
    rows.putOpinion(row)
    append({ type: 'opinion.asked', data: { build, key, team, stage, by } })
    return { ...row, said: null }
  })
}

/** What was asked already, when it is not to be asked anew: while one is under way no second is, and one that came to nothing is. */
function standing(
  { rows, stages }: LearningContext,
  { build }: Review,
  again: boolean,
): OpinionRow | undefined {
  const row = rows.opinion(build)
  const how = row && stages.get(row.stage)?.how
  if (!row || how === undefined) return undefined
  return how !== null && (again || row.said === null) ? undefined : row
}

/** Whether there is something that a model could say more of than the review does. */
export function isWorthAsking({ work, divergences }: Review): boolean {
  return (
    divergences > 0 || work.some(({ failures, outcome }) => failures.length > 0 || outcome !== 'complete')
  )
}
