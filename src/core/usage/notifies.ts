import type { Notifies } from '../../contract/index.ts'
import type { Usage } from './usage.ts'

/** What of the account people are told when they do not look: that nothing goes on, unless it does again. */
export function usageNotifies(usage: Pick<Usage, 'heldUntil'>): Notifies {
  return {
    'quota.reached'({ data: { until } }) {
      if (usage.heldUntil() === 0) return undefined
      const text = `Nothing is lost: what is waiting continues at ${new Date(until).toTimeString().slice(0, 5)}. To continue now: iris limits lift`
      const title = 'The account is at its limit'
      return { kind: 'limit', team: null, title, text, link: '/', urgency: 'normal', subject: 'quota' }
    },
  }
}
