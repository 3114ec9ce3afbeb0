import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type JSX } from 'react'
import { useWorld } from '../../data/context.ts'
import { Code } from '../../parts/code.tsx'

/** One event exactly as it stands in the log; an agent's line is shown as JSON too. */
export function RawEvent(props: {
  seq: number
  onGo: (seq: number) => void
  onClose: () => void
}): JSX.Element {
  const { seq, onGo, onClose } = props
  const { client } = useWorld()
  const dialog = useRef<HTMLDialogElement>(null)
  const { data } = useQuery({
    queryKey: ['event', seq],
    queryFn: () => client.call('readEvents', { after: seq - 1, limit: 1 }),
    staleTime: Infinity,
  })
  const event = data?.events[0]
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-label={`Event ${seq}`}
      onClose={onClose}
      className="max-h-[85dvh] w-[min(56rem,94vw)] overflow-auto border border-line-2 bg-paper p-4"
    >
      <div className="mb-2 flex items-center gap-2">
        <h2 className="font-semibold">Event {seq}</h2>
        <span className="text-sm text-ink-3">{event?.type}</span>
        <span className="ml-auto flex gap-2">
          <button type="button" className="button" disabled={seq <= 1} onClick={() => onGo(seq - 1)}>
            Before
          </button>
          <button type="button" className="button" onClick={() => onGo(seq + 1)}>
            After
          </button>
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </span>
      </div>
      {event ? <Code text={JSON.stringify(unfolded(event), null, 2)} language="json" /> : <p>Reading …</p>}
    </dialog>
  )
}

/** The line an agent printed is JSON inside JSON; shown unfolded it can be read. */
function unfolded(event: { data: unknown }): unknown {
  const { data } = event
  if (typeof data !== 'object' || data === null || !('line' in data) || typeof data.line !== 'string')
    return event
  try {
    return { ...event, data: { ...data, line: JSON.parse(data.line) as unknown } }
  } catch {
    // No JSON: shown as it was printed.
    return event
  }
}
