import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, type JSX } from 'react'
import type { Message, MessageId } from '../../../../contract/plain.ts'
import { MessageRow } from './message-row.tsx'
import type { RoomWindow } from './room-window.ts'

/** Where the reader wants to be: at the end as it grows, at one message, or where it is. */
export type Goal = { kind: 'end' } | { kind: 'seq'; seq: number; nonce: number } | { kind: 'here' }

const near = 1000

interface LogProps {
  held: RoomWindow
  goal: Goal
  onLeaveEnd: () => void
  onEnd: () => void
  onReply: (message: MessageId) => void
  onThread: (thread: MessageId) => void
}

/** What was said; only what is on the screen exists. Reaching either end asks for more. */
export function MessageLog(props: LogProps): JSX.Element {
  const { held, goal, onLeaveEnd } = props
  const { messages } = held
  const box = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: messages.length,
    getScrollElement: () => box.current,
    estimateSize: () => 64,
    getItemKey: (place) => messages[place]?.message ?? place,
    overscan: 8,
    paddingStart: 12,
    paddingEnd: 12,
  })
  useAnchor(rows, messages, box)
  useGoal(rows, messages, goal)
  const onUp = (isUp: boolean): void => {
    if (isUp && goal.kind === 'end') onLeaveEnd()
  }
  return (
    // A log that scrolls must be reachable by the keyboard, and going up in it means not to follow.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={box}
      role="log"
      aria-label="What was said"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto [overflow-anchor:none]"
      onScroll={() => box.current && scrolled(box.current, props)}
      onWheel={(event) => onUp(event.deltaY < 0)}
      onTouchMove={() => onUp(true)}
      onKeyDown={(event) => onUp(upKeys.has(event.key))}
    >
      {held.error !== undefined && (
        <p role="alert" className="px-4 py-2 text-bad">
          {held.error}
        </p>
      )}
      {!held.isPending && messages.length === 0 && (
        <p className="px-4 py-6 text-ink-2">Nobody has said anything here yet.</p>
      )}
      <OnScreen rows={rows} {...props} />
    </div>
  )
}

/** Near an end more is read; who reaches the newest message follows again. */
function scrolled(element: HTMLDivElement, { held, goal, onEnd }: LogProps): void {
  const below = element.scrollHeight - element.scrollTop - element.clientHeight
  if (element.scrollTop < near && held.hasOlder) held.older()
  if (below < near && held.hasNewer) held.newer()
  if (below < 8 && !held.hasNewer && goal.kind !== 'end') onEnd()
}

function OnScreen({ rows, held, onReply, onThread }: LogProps & { rows: Rows }): JSX.Element {
  const { messages, readBefore } = held
  const firstUnread = messages.find(({ seq, author }) => seq > readBefore && author !== 'user')?.message
  return (
    <div className="relative w-full" style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map((row) => {
        const message = messages[row.index]
        if (!message) return null
        return (
          <div
            key={row.key}
            ref={rows.measureElement}
            data-index={row.index}
            data-seq={message.seq}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${row.start}px)` }}
          >
            <MessageRow
              message={message}
              before={messages[row.index - 1]}
              parent={messages.find((one) => one.message === message.replyTo)}
              isFirstUnread={message.message === firstUnread}
              onReply={onReply}
              onThread={onThread}
            />
          </div>
        )
      })}
    </div>
  )
}

const upKeys = new Set(['ArrowUp', 'PageUp', 'Home'])

type Rows = ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>

/** When older messages come in above, what was on the screen stays where it was. */
function useAnchor(rows: Rows, messages: readonly Message[], box: { current: HTMLDivElement | null }): void {
  const before = useRef<{ first: string | undefined; size: number }>({ first: undefined, size: 0 })
  useLayoutEffect(() => {
    const { first, size } = before.current
    const place = first === undefined ? -1 : messages.findIndex(({ message }) => message === first)
    if (box.current && place > 0) box.current.scrollTop += rows.getTotalSize() - size
    before.current = { first: messages[0]?.message, size: rows.getTotalSize() }
  }, [messages, rows, box])
}

function useGoal(rows: Rows, messages: readonly Message[], goal: Goal): void {
  const total = rows.getTotalSize()
  // A phone with its keyboard up has less room.
  const height = rows.scrollRect?.height
  const done = useRef(0)
  useEffect(() => {
    if (goal.kind === 'end' && messages.length > 0) rows.scrollToIndex(messages.length - 1, { align: 'end' })
  }, [goal, messages, total, height, rows])
  useEffect(() => {
    if (goal.kind !== 'seq' || done.current === goal.nonce) return
    const place = messages.findIndex(({ seq }) => seq >= goal.seq)
    if (place === -1) return
    done.current = goal.nonce
    rows.scrollToIndex(place, { align: 'start' })
  }, [goal, messages, rows])
}
