import type { News, Notifies, RunId, RunState } from '../../contract/index.ts'
import type { Runs } from './runs.ts'

const longest = 600

/** How it ended, after “The run of alpha”. */
const ends: Partial<Record<RunState, string>> = {
  completed: 'is complete, with proof',
  completed_unverified: 'is said to be complete, without proof',
  failed: 'failed',
  stopped: 'was stopped',
  timed_out: 'ran out of time',
}

/** Runs that ended, unless a person ended them or they go on by now. */
export function runNotifies(runs: Pick<Runs, 'get'>): Notifies {
  return {
    'run.ended'({ data: { run: id, state, by, reason, summary } }) {
      const run = runs.get(id)
      const end = ends[state]
      if (!end || by !== undefined || run.endedAt === null) return undefined
      return newsOf(id, { team: run.team, end, text: textOf(state, id, { reason, summary, goal: run.goal }) })
    },
  }
}

function newsOf(id: RunId, { team, end, text }: { team: string; end: string; text: string }): News {
  const title = `The run of ${team} ${end}`
  const link = `/runs/${id}`
  return { kind: 'run', team, title, text: text.slice(0, longest), link, urgency: 'normal', subject: id }
}

/** What came of it; where it is not done, the way out. */
function textOf(
  state: RunState,
  id: RunId,
  said: { reason: string | null; summary: string | null; goal: string },
): string {
  const { reason, summary, goal } = said
  if (state === 'completed') return summary ?? goal
  return [reason ?? summary ?? goal, `Look at its proof, then go on with: iris runs resume ${id}`].join('\n')
}
