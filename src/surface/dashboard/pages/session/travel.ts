import { useRef } from 'react'
import { isTrouble, type Item } from '../../../views/index.ts'
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
  view: SessionWindow
  items: readonly Item[]
  setGoal: (goal: Goal) => void
}): Travel {
  const { view, items, setGoal } = deps
  const at = useRef(0)
  const nonce = useRef(0)
  const goTo = (seq: number): void => {
    at.current = seq
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
    trouble(direction) {
      const troubles = items.filter(isTrouble).map(({ seq }) => seq)
      const ordered = direction === 1 ? troubles : troubles.toReversed()
      const next =
        ordered.find((seq) => (direction === 1 ? seq > at.current : seq < at.current)) ?? ordered[0]
      if (next !== undefined) goTo(next)
    },
  }
}
