import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { JSX } from 'react'
import { useReading } from '../../data/reading.ts'
import { BridgeLine } from './bridge-line.tsx'
import { roomsReading } from './queries.ts'
import { RoomList } from './room-list.tsx'
import { Room } from './room.tsx'
import { isAt } from './words.ts'

/** All rooms; on a wide screen one of them is open beside the list. */
export function Rooms(): JSX.Element {
  return <Layout room={undefined} />
}

/** One room. */
export function RoomPage(): JSX.Element {
  const { room } = useParams({ strict: false })
  return <Layout room={room} />
}

function Layout({ room }: { room: string | undefined }): JSX.Element {
  const { data, isPending } = useQuery(useReading(roomsReading).rooms)
  const channels = data?.channels ?? []
  const named = room === undefined ? undefined : room.startsWith('@') ? room : `#${room}`
  const current = channels.find((one) => isAt(one, room))
  return (
    <div className="flex h-full min-h-0 flex-col">
      <BridgeLine />
      <div className="flex min-h-0 flex-1">
        <div
          className={`min-h-0 overflow-y-auto border-line md:block md:w-56 md:shrink-0 md:border-r ${room === undefined ? 'w-full' : 'hidden'}`}
        >
          <h1 className={room === undefined ? 'px-4 pt-5 text-xl font-semibold' : 'sr-only'}>Rooms</h1>
          <RoomList channels={channels} current={current?.channel} />
          {!isPending && channels.length === 0 && <Nothing />}
        </div>
        <div className={`min-w-0 flex-1 ${room === undefined ? 'hidden md:block' : ''}`}>
          {named === undefined ? <Choose /> : <Room key={named} name={named} />}
        </div>
      </div>
    </div>
  )
}

function Choose(): JSX.Element {
  return (
    <p className="p-6 text-lg text-ink-2">
      People and agents talk here. Write <code>@team</code> to wake a team; its answer comes back into the
      room.
    </p>
  )
}

function Nothing(): JSX.Element {
  return (
    <p className="px-4 text-ink-2">
      Each project has its rooms as soon as a team of it is in the{' '}
      <Link to="/settings" className="link">
        settings
      </Link>
      .
    </p>
  )
}
