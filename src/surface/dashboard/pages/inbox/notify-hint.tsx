import { useState, type JSX } from 'react'
import { dismissHint, isUndecided, switchOnNotifications } from '../../data/notifying.ts'

/** Offers notifications where they would have helped, until somebody decides. */
export function NotifyHint(): JSX.Element | null {
  const [isShown, setShown] = useState(isUndecided)
  if (!isShown) return null
  const decide = (act: () => unknown): void => {
    setShown(false)
    act()
    dismissHint()
  }
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line pt-3 text-sm text-ink-2">
      This browser can notify you about asks while you are in another tab or window.
      <span className="flex gap-3">
        <button type="button" className="link" onClick={() => decide(switchOnNotifications)}>
          Switch on notifications
        </button>
        <button type="button" className="link" onClick={() => decide(() => undefined)}>
          Not now
        </button>
      </span>
    </p>
  )
}
