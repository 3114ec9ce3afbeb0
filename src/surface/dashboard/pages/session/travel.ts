import { useRef, type RefObject } from 'react'
import type { Client } from '../../../../client/index.ts'
import type { SessionId } from '../../../../contract/plain.ts'
import { lookFrom, type Shown } from '../../../views/index.ts'
import type { SessionWindow } from '../../data/session-window.ts'
import type { Goal } from './transcript.tsx'

/** The ways to move in a session. */
export interface Travel {
  follow: () => void
  toStart: () => void
  toTime: (at: number) => void
  trouble: (direction: 1 | -1) => void
}

/** Moves the window and the reader together. */
export function useTravel(deps: {
  client: Client
  session: SessionId
  view: SessionWindow
  /** What is on the screen. */
  screen: RefObject<(() => Shown) | null>
  setGoal: (goal: Goal) => void
}): Travel {
  const { client, session, view, screen, setGoal } = deps
  const went = useRef<number | null>(null)
  const nonce = useRef(0)
  const goTo = (seq: number): void => {
    went.current = seq
    nonce.current += 1
    setGoal({ kind: 'seq', seq, nonce: nonce.current })
  }
  return {
    follow() {
      if (!view.state().isAtEnd) void view.toEnd()
      setGoal({ kind: 'end' })
    },
    toStart() {
      setGoal({ kind: 'here' })
      void view.to({ seq: 1 }).then(() => goTo(view.state().events[0]?.seq ?? 0))
    },
    toTime(time) {
      setGoal({ kind: 'here' })
      const known = view.state().events.find((event) => event.at >= time)
      if (known && known !== view.state().events[0]) return goTo(known.seq)
      const seqThen = (): number => view.state().events.find((event) => event.at >= time)?.seq ?? 0
      void view.to({ at: time }).then(() => goTo(seqThen()))
    },
    trouble: (direction) => void goToTrouble(direction).catch(ignore),
  }

  async function goToTrouble(direction: 1 | -1): Promise<void> {
    const shown = screen.current?.() ?? { items: [], first: 0, last: 0 }
    const { seq } = await client.call('findProblem', {
      session,
      from: lookFrom(shown, went.current, direction),
      direction: direction === 1 ? 'next' : 'previous',
    })
    if (seq === null) return
    setGoal({ kind: 'here' })
    await view.show(seq)
    goTo(seq)
  }
}

/** A daemon that is away is told of at the top of every page. */
function ignore(): void {}
