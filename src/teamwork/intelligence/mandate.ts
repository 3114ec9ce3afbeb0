import type { AskId, Cited, IrisAction } from '../../contract/index.ts'

/** What the person who asks allows in this one question. */
export interface Mandate {
  chat: string
  /** The person's own words. */
  question: string
  yes: boolean
  /** Set once the model has read words that are not the person's: from then on everything is confirmed. */
  tainted: boolean
  /** How long teams were waited for, in ms. */
  waited: number
  cites: Map<number, Cited>
  actions: {
    action: IrisAction
    team: string
    state: 'done' | 'denied' | 'refused' | 'failed'
    ask: AskId | null
  }[]
}
