import { fence } from '../../contract/index.ts'
import type { SessionRow } from '../../core/sessions/index.ts'
import type { Model } from './model.ts'
import type { Prompts } from './prompts.ts'
import type { Records } from './records.ts'

/** Somebody who rests, and what was said around them. */
interface Resting {
  session: SessionRow
  model: string
  name: string
  /** The keys of what others do now. */
  atWork: readonly string[]
  said: string
}

/** Whether they have nothing to do. */
export type IdleJudgement = (resting: Resting) => Promise<{ isIdle: boolean | undefined; costUsd: number }>

/** Asks a cheap model, which has no tools and remembers nothing of the last time. */
export async function judgeIdle(
  { records, model, prompts }: { records: Records; model: Model; prompts: Prompts },
  { session, model: cheap, name, atWork, said }: Resting,
): ReturnType<IdleJudgement> {
  if (model.unavailable() !== undefined) return { isIdle: undefined, costUsd: 0 }
  const agentSession = records.aboutSeat(session)
  const given = atWork.length === 0 ? 'nothing' : atWork.join(', ')
  try {
    const { text, costUsd } = await model.ask({
      agentSession,
      purpose: 'idle',
      cheap,
      system: prompts.idleWatch(),
      message: prompts.isIdle({ name, atWork: given, said: fence(said) }),
    })
    return { isIdle: readWord(text), costUsd }
  } catch {
    // That it failed is an event of its own (`model.called`); nobody is told anything for it.
    return { isIdle: undefined, costUsd: 0 }
  } finally {
    records.renew(agentSession.id)
  }
}

function readWord(text: string): boolean | undefined {
  const word = /^\W*(yes|no)\b/i.exec(text)?.[1]?.toLowerCase()
  return word === undefined ? undefined : word === 'yes'
}
