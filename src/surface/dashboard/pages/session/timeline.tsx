import { useQuery } from '@tanstack/react-query'
import { useState, type JSX, type PointerEvent } from 'react'
import type { SessionId, TurnMark } from '../../../../contract/plain.ts'
import {
  duration,
  laneEvents,
  laneWords,
  momentWords,
  timelineOf,
  type Span,
  type Timeline as Lanes,
} from '../../../views/index.ts'
import { useNow, useWorld } from '../../data/context.ts'
import { TimeSlider } from './time-slider.tsx'

const tones: Readonly<Record<Span['kind'], string>> = {
  work: 'bg-accent',
  queued: 'bg-line-2',
  asked: 'bg-needs',
  failed: 'bg-bad',
  waits: 'waits-stripes',
}

const dayLong = 86_400_000
/** As many lanes as are seen without scrolling. */
const maxSeen = 9

/** Who worked when and waited for whom, a lane each; pressing, dragging or the keys of a slider go to that time. */
export function Timeline(props: {
  session: SessionId
  agent: string
  turns: readonly TurnMark[]
  onScrub: (at: number) => void
}): JSX.Element | null {
  const { session, agent, turns, onScrub } = props
  const { client } = useWorld()
  const now = useNow(2000)
  const [at, setAt] = useState<number>()
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
        <TimeSlider
          from={timeline.from}
          to={timeline.to}
          at={at}
          stamp={stamp}
          words={(moment) => momentWords(timeline, moment)}
          onScrub={scrub}
        />
        {/* Lanes that scroll must be reachable by the keyboard. */}
        <ul
          aria-label="Who worked when"
          className="max-h-52 overflow-y-auto"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={timeline.lanes.length > maxSeen ? 0 : undefined}
        >
          {timeline.lanes.map((lane) => (
            <LaneRow
              key={lane.name + (lane.spans[0]?.seq ?? '')}
              lane={lane}
              timeline={timeline}
              at={at}
              onScrub={scrub}
            />
          ))}
        </ul>
      </div>
    </section>
  )

  function scrub(moment: number): void {
    setAt(moment)
    onScrub(moment)
  }

  function stamp(at: number): string {
    const date = new Date(at)
    return now - at > dayLong ? date.toLocaleString() : date.toTimeString().slice(0, 8)
  }
}

function LaneRow(props: {
  lane: Lanes['lanes'][number]
  timeline: Lanes
  at: number | undefined
  onScrub: (at: number) => void
}): JSX.Element {
  const { lane, timeline, at, onScrub } = props
  const long = timeline.to - timeline.from
  const percent = (moment: number): string => `${((moment - timeline.from) / long) * 100}%`
  const scrub = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.buttons !== 1) return
    const box = event.currentTarget.getBoundingClientRect()
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width))
    onScrub(Math.round(timeline.from + share * long))
  }
  return (
    <li className="flex items-center gap-2 py-0.5">
      <span className="w-22 shrink-0 truncate text-xs text-ink-2 sm:w-26">{lane.name}</span>
      <span className="sr-only">{laneWords(lane)}</span>
      <div
        aria-hidden="true"
        className="relative h-3.5 min-w-0 flex-1 cursor-crosshair bg-sunk"
        onPointerDown={scrub}
        onPointerMove={scrub}
      >
        {lane.spans.map((span) => (
          <span
            key={`${span.seq}.${span.kind}.${span.from}`}
            title={`${span.words} · ${duration(span.to - span.from)}`}
            className={`absolute inset-y-0.5 min-w-0.5 ${tones[span.kind]}`}
            style={{ left: percent(span.from), width: `${((span.to - span.from) / long) * 100}%` }}
          />
        ))}
        {at !== undefined && <i className="absolute inset-y-0 w-px bg-ink" style={{ left: percent(at) }} />}
      </div>
    </li>
  )
}
