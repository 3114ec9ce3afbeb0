import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type JSX } from 'react'
import type { Message, MessageId, SeenChannel } from '../../../../contract/plain.ts'
import { useReading } from '../../data/reading.ts'
import { Age } from '../../parts/age.tsx'
import { Markdown } from '../../parts/markdown.tsx'
import { Composer } from './composer.tsx'
import { roomsReading, threadLimit } from './queries.ts'
import { speaker } from './words.ts'

interface ThreadProps {
  channel: SeenChannel
  members: readonly { name: string }[]
  thread: MessageId
  /** Whether something can be said here. */
  isOpen: boolean
  onClose: () => void
}

/** A message and the replies to it, with where to write one more, beside the room; on a phone instead of it. */
export function Thread(props: ThreadProps): JSX.Element {
  const { channel, members, thread, isOpen, onClose } = props
  const { data, error } = useQuery(useReading(roomsReading).thread(channel.name, thread))
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <aside
      aria-label="Thread"
      className="fixed inset-0 z-10 flex min-h-0 flex-col bg-paper md:static md:z-auto md:w-80 md:shrink-0 md:border-l md:border-line"
    >
      <header className="flex items-baseline border-b border-line px-4 py-2">
        <h2 className="flex-1 font-semibold">Thread</h2>
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
      </header>
      {error && (
        <p role="alert" className="px-4 py-2 text-bad">
          {error.message}
        </p>
      )}
      <Replies messages={data?.messages ?? []} />
      {data?.hasMore && (
        <p className="border-t border-line px-4 py-2 text-sm text-ink-2">
          The first {threadLimit} are shown; the rest is in the room.
        </p>
      )}
      {isOpen && (
        <Composer
          key={thread}
          channel={channel}
          members={members}
          field={field}
          replyTo={thread}
          label="Reply in this thread"
          onDone={() => undefined}
        />
      )}
    </aside>
  )
}

/** The newest is on the screen as it comes. */
function Replies({ messages }: { messages: readonly Message[] }): JSX.Element {
  const box = useRef<HTMLDivElement>(null)
  const newest = messages.at(-1)?.message
  useEffect(() => {
    if (newest !== undefined && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [newest])
  return (
    // What scrolls must be reachable by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={box} tabIndex={0} className="min-h-0 flex-1 overflow-y-auto">
      <ol aria-label="Messages of the thread" className="flex flex-col gap-3 px-4 py-3">
        {messages.map((message) => (
          <li key={message.message}>
            <p className="text-sm">
              <span className="font-semibold">{speaker(message)}</span>{' '}
              <span className="text-xs text-ink-3">
                <Age at={message.at} />
              </span>
            </p>
            <Markdown text={message.body} />
          </li>
        ))}
      </ol>
    </div>
  )
}
