import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, type JSX, type Ref } from 'react'
import { placeOf, type Item, type Shown } from '../../../views/index.ts'
import { ItemRow, type ItemContext } from './item.tsx'

/** Where the reader wants to be: at the end as it grows, or at one event. */
export type Goal = { kind: 'end' } | { kind: 'seq'; seq: number; nonce: number } | { kind: 'here' }

const near = 1200

/** The items of a session; only those on screen exist. Reaching either end asks for more. */
export function Transcript(props: {
  items: readonly Item[]
  context: ItemContext
  goal: Goal
  /** Given the way to ask what is on the screen. */
  screen: Ref<() => Shown>
  onLeaveEnd: () => void
  onNearStart: () => void
  onNearEnd: () => void
}): JSX.Element {
  const { items, context, goal, screen, onLeaveEnd, onNearStart, onNearEnd } = props
  const box = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: (place) => estimates[items[place]?.kind ?? 'said'] ?? 60,
    getItemKey: (place) => items[place]?.key ?? place,
    overscan: 8,
    paddingStart: 12,
    paddingEnd: 24,
  })
  useAnchor(rows, items, box)
  useGoal(rows, { items, goal })
  useScreen(rows, { items, screen })

  const onScroll = (): void => {
    const element = box.current
    if (!element) return
    if (element.scrollTop < near) onNearStart()
    if (element.scrollHeight - element.scrollTop - element.clientHeight < near) onNearEnd()
  }
  const onUp = (isUp: boolean): void => {
    if (isUp && goal.kind === 'end') onLeaveEnd()
  }
  return (
    // A log that scrolls must be reachable by the keyboard, and going up in it means not to follow.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={box}
      role="log"
      aria-label="What was said and done"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto [overflow-anchor:none]"
      onScroll={onScroll}
      onWheel={(event) => onUp(event.deltaY < 0)}
      onTouchMove={() => onUp(true)}
      onKeyDown={(event) => onUp(upKeys.has(event.key))}
    >
      <div className="relative mx-auto w-full max-w-6xl" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((row) => (
          <Row
            key={row.key}
            row={row}
            item={items[row.index]}
            context={context}
            measure={rows.measureElement}
          />
        ))}
      </div>
    </div>
  )
}

function Row(props: {
  row: { index: number; start: number }
  item: Item | undefined
  context: ItemContext
  measure: (element: HTMLElement | null) => void
}): JSX.Element | null {
  const { row, item, context, measure } = props
  if (!item) return null
  return (
    <div
      ref={measure}
      data-index={row.index}
      data-seq={item.seq}
      className="absolute inset-x-4 top-0 py-1 sm:inset-x-6"
      style={{ transform: `translateY(${row.start}px)` }}
    >
      <ItemRow item={item} context={context} />
    </div>
  )
}

const upKeys = new Set(['ArrowUp', 'PageUp', 'Home'])

const estimates: Readonly<Partial<Record<Item['kind'], number>>> = {
  banner: 32,
  thought: 26,
  looked: 26,
  used: 26,
  note: 26,
  ended: 44,
  ran: 90,
  edited: 180,
  told: 80,
}

type Rows = ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>

/** When older items come in above, what was on screen stays where it was. */
function useAnchor(rows: Rows, items: readonly Item[], box: { current: HTMLDivElement | null }): void {
  const before = useRef<{ first: string | undefined; size: number }>({ first: undefined, size: 0 })
  useLayoutEffect(() => {
    const { first, size } = before.current
    const element = box.current
    const place = first === undefined ? -1 : items.findIndex(({ key }) => key === first)
    if (element && place > 0) element.scrollTop += rows.getTotalSize() - size
    before.current = { first: items[0]?.key, size: rows.getTotalSize() }
  }, [items, rows, box])
}

/** Says what is on the screen when somebody asks. */
function useScreen(
  rows: Rows,
  { items, screen }: { items: readonly Item[]; screen: Ref<() => Shown> },
): void {
  useImperativeHandle(
    screen,
    () => () => ({ items, first: rows.range?.startIndex ?? 0, last: rows.range?.endIndex ?? 0 }),
    [items, rows],
  )
}

function useGoal(rows: Rows, { items, goal }: { items: readonly Item[]; goal: Goal }): void {
  const total = rows.getTotalSize()
  const done = useRef(0)
  useEffect(() => {
    if (goal.kind === 'end' && items.length > 0) rows.scrollToIndex(items.length - 1, { align: 'end' })
  }, [goal, items, total, rows])
  useEffect(() => {
    if (goal.kind !== 'seq' || done.current === goal.nonce) return
    if (items.length === 0) return
    done.current = goal.nonce
    rows.scrollToIndex(placeOf(items, goal.seq), { align: 'start' })
  }, [goal, items, rows])
}
