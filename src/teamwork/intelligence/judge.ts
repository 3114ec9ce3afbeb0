import { z } from 'zod'
import type { TurnRow } from '../../core/sessions/index.ts'
import type { Sessions } from '../../core/sessions/index.ts'
import { messageOf } from '../../platform/lib/index.ts'
import type { Detection } from './detector/verdict.ts'
import { fence } from './fence.ts'
import type { Model } from './model.ts'
import type { Prompts } from './prompts.ts'
import type { Records } from './records.ts'

/** Lets the model say whether a text waits for an answer. */
export interface Judge {
  judge(turn: TurnRow, found: Detection): Promise<Judgement | { unavailable: string }>
}

const Judgement = z.object({
  verdict: z.enum(['needs_answer', 'offer', 'none']),
  reason: z.string().max(500),
})
type Judgement = z.infer<typeof Judgement>

const tries = 2

export function createJudge(deps: {
  sessions: Pick<Sessions, 'byId'>
  records: Records
  model: Model
  prompts: Prompts
}): Judge {
  const { sessions, records, model, prompts } = deps
  return {
    async judge(turn, found) {
      const reason = model.unavailable()
      if (reason) return { unavailable: reason }
      const session = sessions.byId(turn.session)
      const monitor = records.monitor(session)
      const system = prompts.teamMonitor({ from: session.caller, to: session.team })
      const question = prompts.judgement({
        team: session.team,
        task: fence(turn.message, { most: 3000 }),
        answer: fence(turn.answer ?? ''),
        question: fence(found.question ?? ''),
        guess: found.verdict,
      })
      records.say(monitor, {
        role: 'user',
        type: 'team-completion',
        content: turn.answer ?? '',
        metadata: { turn: turn.id, reasons: found.reasons, confidence: found.confidence },
      })
      for (let attempt = 1; attempt <= tries; attempt += 1) {
        const message = attempt === 1 ? question : prompts.again()
        const said = await model
          .ask({ agentSession: monitor, purpose: 'judge', system, message })
          .catch((error: unknown) => ({ failed: messageOf(error) }))
        if ('failed' in said) return { unavailable: `model_failed: ${said.failed.slice(0, 200)}` }
        records.say(monitor, {
          role: 'assistant',
          type: 'iris-analysis',
          content: said.text,
          metadata: { attempt },
        })
        const judged = readJudgement(said.text)
        if (judged) return judged
      }
      return { unavailable: 'model_unreadable' }
    },
  }
}

/** The JSON object in what the model said, when it fits. */
function readJudgement(text: string): Judgement | undefined {
  const object = /\{[^{}]{1,2000}\}/.exec(text)?.[0]
  if (object === undefined) return undefined
  try {
    return Judgement.safeParse(JSON.parse(object)).data
  } catch {
    // Not JSON: the model is asked once more.
    return undefined
  }
}
