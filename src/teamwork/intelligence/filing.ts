import type { AskUrgency, Verdict } from '../../contract/index.ts'
import { endOf, type Sessions, type TurnRow } from '../../core/sessions/index.ts'
import type { CompiledConfig } from '../../platform/config/index.ts'
import type { Detection } from './detector/verdict.ts'
import type { Guards } from './guards.ts'
import type { Judge } from './judge.ts'
import type { NewAsk } from './ports.ts'

/** What is thought of a question, by whom and why. */
export interface Decided {
  verdict: Verdict
  by: 'rules' | 'model'
  reasons: readonly string[]
  urgency: AskUrgency
}

interface FilingDeps {
  config: () => CompiledConfig
  sessions: Pick<Sessions, 'byId' | 'leadOf' | 'answerOf'>
  guards: Guards
  judge: Judge
}

const maxContext = 6000
const maxText = 2000
const maxOption = 200

/**
 * Only what the rules cannot tell goes to the model, unless the config wants it asked each time. Without the model it is
 * an offer: it stands in the inbox, bothers nobody and expires.
 */
export async function decide(deps: FilingDeps, turn: TurnRow, found: Detection): Promise<Decided> {
  const alone = byRulesAlone(found)
  if (!isForModel(deps, found)) return alone
  const { reasons } = found
  const judged = await judgedBy(deps, turn, found)
  if ('verdict' in judged) {
    const { verdict, reason } = judged
    return { verdict, by: 'model', reasons: [...reasons, reason], urgency: urgencyOf(verdict) }
  }
  return { ...alone, reasons: [...reasons, judged.unavailable] }
}

/** What a question counts as without the model. */
export function byRulesAlone({ verdict, doubtful, reasons }: Detection): Decided {
  const filed = doubtful ? 'offer' : verdict
  return { verdict: filed, by: 'rules', reasons, urgency: urgencyOf(filed) }
}

/** Whether the model is to judge it. */
export function isForModel({ config }: Pick<FilingDeps, 'config'>, { doubtful }: Detection): boolean {
  return doubtful || !config().agent.completionAnalysis.useQuickCheck
}

async function judgedBy(
  { sessions, guards, judge }: FilingDeps,
  turn: TurnRow,
  found: Detection,
): ReturnType<Judge['judge']> {
  const { team, caller } = sessions.byId(turn.session)
  const about = {
    type: 'turn.ended' as const,
    session: turn.session,
    turn: turn.id,
    team,
    caller,
    author: turn.author,
  }
  return guards.admit(about) ? judge.judge(turn, found) : { unavailable: 'guard_refused' }
}

function urgencyOf(verdict: Verdict): AskUrgency {
  return verdict === 'offer' ? 'low' : 'high'
}

/** A question as the inbox takes it; the answer goes into the same session as its next turn. */
export function askFor(
  { sessions }: FilingDeps,
  turn: TurnRow,
  { verdict, urgency, found }: { verdict: Verdict; urgency: AskUrgency; found: Detection },
): NewAsk {
  const { team, caller } = sessions.byId(turn.session)
  const said = turn.answer ?? ''
  return {
    source: 'prose',
    kind: 'question',
    type: verdict === 'offer' ? 'preference' : 'blocking',
    urgency,
    text: found.question?.slice(0, maxText) ?? said.slice(-maxText),
    context: endOf(sessions.answerOf(turn), maxContext).text,
    options: optionsOf(found),
    freeText: true,
    tags: [verdict],
    team,
    caller,
    session: turn.session,
    turn: turn.id,
    lead: sessions.leadOf(turn)?.session ?? null,
  }
}

function optionsOf({ options, kind }: Detection): { label: string }[] {
  const offered = options.map((label) => label.trim().slice(0, maxOption)).filter((label) => label !== '')
  const labels = [...new Set(offered)]
  if (labels.length > 1) return labels.map((label) => ({ label }))
  return kind === 'permission' || kind === 'yes_no' ? [{ label: 'Yes' }, { label: 'No' }] : []
}
