import type { Ask, AskId, AskType, AskUrgency, SessionId, TurnId } from '../../contract/index.ts'

/** What the Iris agent files in the inbox. */
export interface NewAsk {
  source: 'prose' | 'alert'
  kind: 'question' | 'decision'
  type: AskType
  urgency: AskUrgency
  text: string
  context: string
  options: readonly { label: string }[]
  freeText: boolean
  tags: readonly string[]
  team: string
  caller: string
  session?: SessionId
  turn?: TurnId
  /** The session that told the asking one. */
  lead?: SessionId | null
}

/** Tags what the model filed by a tool of its own. */
export const byModel = 'by_model'

/** As much of the inbox as the Iris agent needs. */
export interface AskPort {
  /** On disk when this returns. */
  raise(ask: NewAsk): { ask: { id: AskId } }
  /** Settles when the ask is closed, or when the caller goes away. */
  closed(id: AskId, signal: AbortSignal): Promise<unknown>
  view(id: AskId): Ask
  dismiss(id: AskId, by: string): Promise<unknown>
  /** Closes an ask whose cause is gone; false when it was closed before. */
  withdrawOne(id: AskId, reason: string): boolean
  /** Lets an open ask count as more or less from now on. */
  weigh(id: AskId, weight: Pick<NewAsk, 'type' | 'urgency' | 'tags'>): void
  list(filter: { state: 'open'; session?: SessionId; team?: string; limit: number }): { asks: Ask[] }
}
