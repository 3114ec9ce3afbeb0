import { Link } from '@tanstack/react-router'
import type { JSX } from 'react'
import type { SeenChannel } from '../../../../contract/plain.ts'
import { grouped, slugOf, titleOf } from './words.ts'

/** Every room with what is unread in it. */
export function RoomList({
  channels,
  current,
}: {
  channels: readonly SeenChannel[]
  current: string | undefined
}): JSX.Element {
  return (
    <nav aria-label="Rooms" className="flex flex-col gap-4 py-4">
      {grouped(channels).map((group) => (
        <section key={group.heading} aria-label={group.heading}>
          <h2 className="px-4 text-xs text-ink-3">{group.heading}</h2>
          <ul className="mt-1">
            {group.channels.map((channel) => (
              <li key={channel.channel}>
                <RoomLink channel={channel} isCurrent={channel.channel === current} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

function RoomLink({ channel, isCurrent }: { channel: SeenChannel; isCurrent: boolean }): JSX.Element {
  const { unread, mentions } = channel
  const look = isCurrent ? 'border-accent font-semibold' : 'border-transparent'
  return (
    <Link
      to="/rooms/$room"
      params={{ room: slugOf(channel) }}
      aria-current={isCurrent ? 'page' : undefined}
      className={`flex items-baseline gap-2 border-l-2 px-4 py-1 hover:bg-sunk ${look}`}
    >
      <span className={`min-w-0 flex-1 truncate ${unread > 0 ? 'font-semibold' : ''}`}>
        {titleOf(channel)}
      </span>
      {mentions > 0 && (
        <span className="rounded-full bg-needs px-1.5 text-xs font-semibold text-paper">
          @{mentions}
          <span className="sr-only"> mentions</span>
        </span>
      )}
      {unread > 0 && (
        <span className="text-xs text-ink-2 tabular-nums">
          {unread >= 1000 ? '999+' : unread}
          <span className="sr-only"> unread</span>
        </span>
      )}
    </Link>
  )
}
