import type { Span } from './spans.ts'

/** When something was queued and nothing of the session went on: what waits behind work does not cover it. */
export function queueSpans(queued: readonly Span[], busy: readonly Span[]): Span[] {
  const inOrder = busy.toSorted((one, other) => one.from - other.from)
  const spans: Span[] = []
  let shown = 0
  let place = 0
  for (const span of queued.toSorted((one, other) => one.from - other.from)) {
    while (place < inOrder.length && (inOrder[place]?.to ?? 0) <= span.from) place += 1
    for (const gap of gapsIn({ ...span, from: Math.max(span.from, shown) }, inOrder.slice(place))) {
      spans.push(gap)
      shown = gap.to
    }
  }
  return spans
}

function gapsIn(span: Span, busy: readonly Span[]): Span[] {
  const gaps: Span[] = []
  let { from } = span
  for (const other of busy) {
    if (other.from >= span.to) break
    gaps.push({ ...span, from, to: other.from })
    from = Math.max(from, other.to)
  }
  return [...gaps, { ...span, from }].filter((gap) => gap.from < gap.to)
}
