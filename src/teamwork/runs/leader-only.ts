import { IrisError, type SessionId } from '../../contract/index.ts'
import { readLine } from '../../core/transport/index.ts'
import type { RunDeps } from './deps.ts'

const lookAgain = 50
const maxLooks = 100
/** The line of a call may come a little later than the call; a CLI that prints none is believed. */
const looksForLine = 20
const lastLines = 200

/** The call of a tool by an agent. */
export interface Call {
  signal?: AbortSignal
  /** The CLI's own number of the call, where it tells it. */
  toolUse?: string | undefined
}

/**
 * What a leader does is done by itself, in a turn that we see. One whose pipe has died still has its secret, and is
 * about to be ended; and who works inside its process has the secret too.
 */
export async function calledByLeader(deps: RunDeps, session: SessionId, call: Call = {}): Promise<void> {
  const { sessions, clock } = deps
  const { signal, toolUse } = call
  for (let look = 0; look < maxLooks; look += 1) {
    if (signal?.aborted) break
    const isSeen = sessions.isHearing() && sessions.live(session).current !== undefined
    const by = toolUse !== undefined ? callerOf(deps, session, toolUse) : undefined
    if (by === 'teammate')
      throw new IrisError(
        'FORBIDDEN',
        'Only the leader itself can say that its run is complete: report to it.',
      )
    if (isSeen && (toolUse === undefined || by === 'leader' || look >= looksForLine)) return
    await new Promise<void>((resolve) => void clock.after(lookAgain, resolve))
  }
  throw new IrisError('FORBIDDEN', 'The leader of this run is not at a turn.')
}

/** Whose line has the call; undefined when none has it yet. */
function callerOf({ log }: RunDeps, session: SessionId, toolUse: string): 'leader' | 'teammate' | undefined {
  const before = log.head() + 1
  const { events } = log.read({ session, types: ['agent.printed'], before, limit: lastLines })
  for (const { data } of events.toReversed()) {
    const line = 'line' in data ? data.line : ''
    const said = line.includes(toolUse) ? readLine(line) : undefined
    if (said?.kind !== 'said') continue
    if (said.parts.some((part) => part.type === 'tool' && part.toolUse === toolUse))
      return said.subagent ? 'teammate' : 'leader'
  }
  return undefined
}
