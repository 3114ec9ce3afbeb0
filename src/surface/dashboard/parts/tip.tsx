import { Tooltip } from 'radix-ui'
import type { JSX, ReactElement, ReactNode } from 'react'

/** What something is in full, beside it, for the pointer and the keyboard. */
export function Tip({ words, children }: { words: ReactNode; children: ReactElement }): JSX.Element {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          sideOffset={4}
          collisionPadding={8}
          className="z-20 rounded-sm bg-ink px-2.5 py-1.5 text-xs text-paper"
        >
          {words}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}

/** Tips next to each other follow the pointer without a pause. */
export function Tips({ children }: { children: ReactNode }): JSX.Element {
  return (
    <Tooltip.Provider delayDuration={100} skipDelayDuration={400}>
      {children}
    </Tooltip.Provider>
  )
}
