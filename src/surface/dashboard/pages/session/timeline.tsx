import { useQuery } from '@tanstack/react-query'
import type { JSX, PointerEvent } from 'react'
import type { SessionId, TurnMark } from '../../../../contract/plain.ts'
import { duration, laneEvents, timelineOf, type Span, type Timeline as Lanes } from '../../../views/index.ts'
import { useNow, useWorld } from '../../data/context.ts'

const tones: Readonly<Record<Span['kind'], string>> = {
  work: 'bg-accent',
  queued: 'bg-line-2',
  asked: 'bg-needs',
  failed: 'bg-bad',
}

const dayLong = 86_400_000

/** Who worked when, a lane each; pressing or dragging goes to that time. */
export function Timeline(props: {
  session: SessionId
  agent: string
  turns: readonly TurnMark[]
  onScrub: (at: number) => void
}): JSX.Element | null {
  const { session, agent, turns, onScrub } = props
  const { client } = useWorld()
  const now = useNow(2000)
  const { data } = useQuery({
    queryKey: ['session', session, 'lanes'],
    queryFn: () =>
      client.call('readEvents', { session, types: laneEvents, before: Number.MAX_SAFE_INTEGER, limit: 1000 }),
  })
  const timeline = timelineOf({ agent, turns, events: data?.events ?? [], now })
  if (timeline.to <= timeline.from) return null
  return (
    <section aria-label="Timeline" className="border-b border-line">
      <div className="mx-auto max-w-6xl px-4 py-2 sm:px-6">
        <div className="flex justify-between pb-1 pl-24 text-xs text-ink-3 sm:pl-28">
          <span>{stamp(timeline.from)}</span>
          <span>{duration(timeline.to - timeline.from)}</span>
          <span>{stamp(timeline.to)}</span>
        </div>
        <div className="max-h-32 overflow-y-auto">
          {timeline.lanes.map((lane) => (
            <LaneRow
              key={lane.name + (lane.spans[0]?.seq ?? '')}
              lane={lane}
              timeline={timeline}
              onScrub={onScrub}
            />
          ))}
        </div>
      </div>
    </section>
  )

  function stamp(at: number): string {
    const date = new Date(at)
    return now - at > dayLong ? date.toLocaleString() : date.toTimeString().slice(0, 8)
  }
}

function LaneRow(props: {
  lane: Lanes['lanes'][number]
  timeline: Lanes
  onScrub: (at: number) => void
}): JSX.Element {
  const { lane, timeline, onScrub } = props
  const long = timeline.to - timeline.from
  const scrub = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.buttons !== 1) return
    const box = event.currentTarget.getBoundingClientRect()
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width))
    onScrub(Math.round(timeline.from + share * long))
  }
  return (
    <div className="flex items-center gap-2 py-0.5">
      <span className="w-22 shrink-0 truncate text-xs text-ink-2 sm:w-26">{lane.name}</span>
      <div
        className="relative h-3.5 min-w-0 flex-1 cursor-crosshair bg-sunk"
        onPointerDown={scrub}
        onPointerMove={scrub}
      >
        {lane.spans.map((span) => (
          <button
            key={`${span.seq}.${span.kind}`}
            type="button"
            tabIndex={-1}
            title={`${span.words} · ${duration(span.to - span.from)}`}
            aria-label={span.words}
            className={`absolute inset-y-0.5 min-w-0.5 ${tones[span.kind]}`}
            style={{
              left: `${((span.from - timeline.from) / long) * 100}%`,
              width: `${((span.to - span.from) / long) * 100}%`,
            }}
          />
        ))}
      </div>
    </div>
  )
}
