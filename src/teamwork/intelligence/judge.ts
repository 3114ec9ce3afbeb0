import { z } from 'zod'
import type { SessionRow, Sessions, TurnRow } from '../../core/sessions/index.ts'
import type { CompiledConfig, TeamMonitorVariable } from '../../platform/config/index.ts'
import { messageOf } from '../../platform/lib/index.ts'
import type { Detection } from './detector/verdict.ts'
import { fence } from '../../contract/index.ts'
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

/** What the prompt of the founding document asks for. Iris answers no team by itself, so what it would is asked. */
const Action = z
  .object({
    action: z.enum(['create_pending_question', 'auto_respond', 'ignore']),
    reasoning: z.string().max(2000).default(''),
  })
  .transform(({ action, reasoning }): Judgement => {
    return { verdict: action === 'ignore' ? 'none' : 'needs_answer', reason: reasoning.slice(0, 500) }
  })

const tries = 2

export function createJudge(deps: {
  sessions: Pick<Sessions, 'byId'>
  records: Records
  model: Model
  prompts: Prompts
  config: () => CompiledConfig
}): Judge {
  const { sessions, records, model, prompts, config } = deps
  return {
    async judge(turn, found) {
      const reason = model.unavailable()
      if (reason) return { unavailable: reason }
      const session = sessions.byId(turn.session)
      const agentSession = records.aboutSession(session)
      const system = prompts.teamMonitor(monitorValues(config(), session))
      const question = prompts.judgement({
        team: session.team,
        task: fence(turn.message, { most: 3000 }),
        answer: fence(turn.answer ?? ''),
        question: fence(found.question ?? ''),
        guess: found.verdict,
      })
      records.say(agentSession, {
        role: 'user',
        type: 'team-completion',
        content: turn.answer ?? '',
        metadata: { turn: turn.id, reasons: found.reasons, confidence: found.confidence },
      })
      for (let attempt = 1; attempt <= tries; attempt += 1) {
        const message = attempt === 1 ? question : prompts.again()
        const said = await model
          .ask({ agentSession, purpose: 'judge', system, message })
          .catch((error: unknown) => ({ failed: messageOf(error) }))
        if ('failed' in said) return { unavailable: `model_failed: ${said.failed.slice(0, 200)}` }
        records.say(agentSession, {
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

function monitorValues(
  { agent, teams }: CompiledConfig,
  { caller, team }: SessionRow,
): Record<TeamMonitorVariable, string> {
  const { questionPatterns, responseTimeout } = agent.completionAnalysis
  return {
    from: caller,
    to: team,
    fromTeam: caller,
    toTeam: team,
    teamPath: teams.get(team)?.path ?? '',
    teamDescription: teams.get(team)?.description ?? '',
    enabledFeatures: JSON.stringify(agent.features),
    questionPatterns: questionPatterns.map(({ source }) => source).join(', '),
    responseTimeout: String(responseTimeout),
  }
}

/** The JSON object in what the model said, when it fits. */
function readJudgement(text: string): Judgement | undefined {
  const object = /\{[^{}]{1,2000}\}/.exec(text)?.[0]
  if (object === undefined) return undefined
  try {
    return Judgement.or(Action).safeParse(JSON.parse(object)).data
  } catch {
    // Not JSON: the model is asked once more.
    return undefined
  }
}
