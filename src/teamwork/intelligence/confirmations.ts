import type { ActionState, AskId, IrisAction } from '../../contract/index.ts'
import type { EventLog } from '../../core/store/index.ts'
import { irisName } from './guards.ts'
import type { AskBox } from './ports.ts'

/** Lets a person allow what the Iris agent wants to do. */
export interface Confirmations {
  confirm(wanted: Wanted): Promise<{ isAllowed: boolean; ask: AskId }>
  /** Closes what nobody waits for any more. */
  clear(): Promise<void>
}

/** What the Iris agent wants to do. */
export interface Wanted {
  agentSession: string
  action: IrisAction
  team: string
  text: string
  signal: AbortSignal
}

const allow = 'Allow'
const deny = 'Deny'
const mark = 'confirmation'
const longestText = 4000

export function createConfirmations({ inbox, log }: { inbox: AskBox; log: EventLog }): Confirmations {
  return {
    async confirm({ agentSession, action, team, text, signal }) {
      const note = (state: ActionState, ask: AskId, reason: string): void => {
        const data = { agentSession, action, team, state, ask, reason }
        log.write((append) => append({ type: 'action.decided', data }))
      }
      const { ask } = inbox.raise({
        source: 'alert',
        kind: 'decision',
        type: 'blocking',
        urgency: 'high',
        text: text.slice(0, longestText),
        context: 'The Iris agent asks before it changes anything.',
        options: [{ label: allow }, { label: deny }],
        freeText: false,
        tags: [mark, 'approval'],
        team: irisName,
        caller: 'user',
      })
      note('asked', ask.id, 'confirmed by a person')
      await inbox.closed(ask.id, signal)
      const closed = inbox.view(ask.id)
      const isAllowed = isYes(closed.answer)
      if (closed.state === 'open') await inbox.dismiss(ask.id, irisName).catch(() => undefined)
      note(isAllowed ? 'allowed' : 'denied', ask.id, closed.answer?.by ?? 'nobody waits any more')
      return { isAllowed, ask: ask.id }
    },
    async clear() {
      const { asks } = inbox.list({ state: 'open', team: irisName, limit: 200 })
      for (const { ask, tags } of asks)
        if (tags.includes(mark)) await inbox.dismiss(ask, irisName).catch(() => undefined)
    },
  }
}

/** Only a person says yes here: no lead, no default, no habit. */
function isYes(answer: { source: string; chosen: readonly { labels: readonly string[] }[] } | null): boolean {
  return answer?.source === 'user' && answer.chosen.some(({ labels }) => labels.includes(allow))
}
