import { useEffect, useState, type RefObject } from 'react'
import type { Ask } from '../../../../contract/plain.ts'
import { canBeFalse, canDismiss, addsGrant } from '../../../views/index.ts'
import { useKeys } from '../../app/keys.ts'
import type { Answering } from '../../parts/answering.ts'
import type { Closing } from './closing.ts'

/** Long enough for a key that was on its way, short enough not to be felt. */
const holdMs = 400

/** How the keys of an ask stand. */
interface AskKeys {
  /** Keys that answer mean nothing yet. */
  isHeld: boolean
  /** One of them was pressed nevertheless. */
  isTooSoon: boolean
  /** One was pressed before the end of the text had been on the screen. */
  isUnread: boolean
  /** Set while a key that would add a grant waits to be confirmed. */
  confirming: { onYes: () => void; onClose: () => void } | null
}

/** The keys of an ask: those of the options of the question that stands, and those of what else can be done. */
export function useAskKeys(facts: {
  ask: Ask
  answering: Answering
  closing: Closing
  field: RefObject<HTMLInputElement | null>
  isByHand: boolean
  /** The end of what it is about has been on the screen. */
  isRead: boolean
}): AskKeys {
  const { ask, answering, closing, field, isRead } = facts
  const isHeld = useHold(!facts.isByHand)
  const [isTooSoon, setTooSoon] = useState(false)
  const [isUnread, setUnread] = useState(false)
  const [toConfirm, setToConfirm] = useState<(() => void) | null>(null)
  const { standing } = answering
  const options = (standing?.options ?? []).map(({ key, label }): [string, () => void] => {
    const choose = (): void => standing && answering.choose(standing, label)
    return [key, addsGrant(ask, key) ? () => setToConfirm(() => choose) : choose]
  })
  const acts = Object.fromEntries([
    ...options,
    ['Enter', answering.goOn],
    ...(canDismiss(ask) ? [['x', closing.dismiss] as const] : []),
    ...(canBeFalse(ask) ? [['!', closing.falseAlarm] as const] : []),
  ])
  const refuse = (say: () => void) => Object.fromEntries(Object.keys(acts).map((key) => [key, say]))
  const unread = refuse(() => setUnread(true))
  const held = refuse(() => setTooSoon(true))
  useKeys({ t: () => field.current?.focus(), ...(isHeld ? held : isRead ? acts : unread) })
  const onClose = (): void => setToConfirm(null)
  return {
    isHeld,
    isTooSoon,
    isUnread,
    confirming: toConfirm && {
      onClose,
      onYes() {
        onClose()
        toConfirm()
      },
    },
  }
}

/** True for a moment after an ask took the place of another, so that a key meant for one does not answer the other. */
function useHold(isWanted: boolean): boolean {
  const [isHeld, setHeld] = useState(isWanted)
  useEffect(() => {
    if (!isHeld) return undefined
    const timer = setTimeout(() => setHeld(false), holdMs)
    return () => clearTimeout(timer)
  }, [isHeld])
  return isHeld
}
