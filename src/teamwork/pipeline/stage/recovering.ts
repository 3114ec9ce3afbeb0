import type { Asking } from './asking.ts'
import type { StageContext } from './context.ts'
import { unheard } from './hearing.ts'
import type { OpenStage } from './rows.ts'

const retryAfter = 1000

/** Takes up what the last daemon left, as soon as it is known which agents live; nothing is asked before. */
export async function recover(context: StageContext, asking: Asking): Promise<void> {
  await context.sessions.recovered()
  await takeUp(context, asking)
}

async function takeUp(context: StageContext, asking: Asking): Promise<void> {
  const { rows, agents, logger, clock } = context
  try {
    const known = await agents.known()
    if (asking.isClosed()) return
    for (const stage of rows.open()) takeUpOne(context, asking, { stage, known })
    asking.open()
  } catch (error) {
    if (asking.isClosed()) return
    logger.error('stages were not taken up', { err: error })
    clock.after(retryAfter, () => void takeUp(context, asking))
  }
}

/** One whose agent has gone may have been answered: nobody asks again but a person. */
function takeUpOne(
  { agents }: StageContext,
  asking: Asking,
  { stage, known }: { stage: OpenStage; known: ReadonlyMap<string, unknown> },
): void {
  const { agent, conversation, askedAt } = stage
  if (agent !== null && known.has(agent))
    return asking.listen(stage, agents.attach({ id: agent, offset: 0, conversation }))
  if (askedAt !== null) asking.end(stage, unheard('lost', 'Its process was gone when Iris came back.'))
}
