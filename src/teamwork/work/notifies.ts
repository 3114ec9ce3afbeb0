import type { Notifies } from '../../contract/index.ts'
import { counted, duration, money } from '../../contract/plain.ts'
import type { Work } from './work.ts'

/** What of builds people are told who do not look: that half is done, and how it ended. */
export function buildNotifies(work: Pick<Work, 'get'>): Notifies {
  return {
    'build.milestone'({ data: { build, key, complete, total, durationMs, costUsd } }) {
      const { team, endedAt } = work.get(build)
      if (endedAt !== null) return undefined
      const text = `${counted(complete, 'task')} of ${total} after ${duration(durationMs)}, for ${money(costUsd)}.`
      return newsOf({ team, key, title: `${key}: half of it is done`, text })
    },
    'build.ended'({ data: { build, key, outcome, reason } }) {
      const { team, partOf } = work.get(build)
      // Who gave it out hears of it, and brings it in.
      if (partOf !== null) return undefined
      return newsOf({
        team,
        key,
        title: `${key} is ${outcome}`,
        text: `${reason} Look at it, then merge: iris merge ${key}`,
      })
    },
  }
}

function newsOf({ team, key, title, text }: { team: string; key: string; title: string; text: string }) {
  const about = { kind: 'build', team, link: `/builds/${key}`, urgency: 'normal', subject: key } as const
  return { ...about, title, text }
}
