import type { ActionState, AskId, IrisAction } from '../../contract/index.ts'
import { irisName } from '../../core/agents/index.ts'
import type { EventLog } from '../../core/store/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { AskPort } from './ports.ts'

/** Lets a person allow what the Iris agent wants to do. */
export interface Confirmations {
  confirm(wanted: Wanted): Promise<{ isAllowed: boolean; ask: AskId }>
  /** Closes what nobody waits for any more. */
  clear(): Promise<void>
}

/** What the Iris agent wants to do. */
interface Wanted {
  agentSession: string
  action: IrisAction
  team: string
  text: string
  /** Aborted when the model no longer waits for it. */
  signal?: AbortSignal
}

const allow = 'Allow'
const deny = 'Deny'
const mark = 'confirmation'
const maxText = 4000
/** So long a person may take. Until then the chat stands still, for everybody. */
const maxWait = 60 * 60_000

interface ConfirmationDeps {
  inbox: AskPort
  log: EventLog
  clock: Clock
  /** Told that a conversation waits for a person; what it returns is called when it no longer does. */
  onWait: (wait: { agentSession: string; ask: AskId }) => () => void
}

export function createConfirmations(deps: ConfirmationDeps): Confirmations {
  const { inbox, log } = deps
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
        text: text.slice(0, maxText),
        context: 'The Iris agent asks before it changes anything.',
        options: [{ label: allow }, { label: deny }],
        freeText: false,
        tags: [mark, 'approval'],
        team: irisName,
        caller: 'user',
      })
      note('asked', ask.id, 'confirmed by a person')
      await untilClosed(deps, { agentSession, ask: ask.id }, signal)
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

/** Until it is closed, nobody waits any more, or it has taken too long. */
async function untilClosed(
  { inbox, clock, onWait }: ConfirmationDeps,
  wait: { agentSession: string; ask: AskId },
  signal: AbortSignal | undefined,
): Promise<void> {
  const tooLong = new AbortController()
  const cancel = clock.after(maxWait, () => tooLong.abort())
  const goOn = onWait(wait)
  try {
    await inbox.closed(wait.ask, AbortSignal.any([tooLong.signal, ...(signal ? [signal] : [])]))
  } finally {
    goOn()
    cancel()
  }
}

/** Only a person says yes here: no lead, no default, no habit. */
function isYes(answer: { source: string; chosen: readonly { labels: readonly string[] }[] } | null): boolean {
  return answer?.source === 'user' && answer.chosen.some(({ labels }) => labels.includes(allow))
}
