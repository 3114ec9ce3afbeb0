import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState, type JSX } from 'react'
import type { MessageId, SeenChannel } from '../../../../contract/plain.ts'
import { useWorld } from '../../data/context.ts'
import { useMayChange } from '../../data/may-change.ts'
import { useReading } from '../../data/reading.ts'
import { AskLine } from '../../parts/ask-line.tsx'
import { asksReading } from '../inbox/queries.ts'
import { Composer } from './composer.tsx'
import { Members } from './members.tsx'
import { MessageLog, type Goal } from './message-log.tsx'
import { roomsReading } from './queries.ts'
import { Reply } from './reply.tsx'
import { useRoomWindow } from './room-window.ts'
import { Thread } from './thread.tsx'
import { titleOf } from './words.ts'

/** A room: what was said, who is in it, and where to write. */
export function Room({ name }: { name: string }): JSX.Element {
  const { data, error } = useQuery(useReading(roomsReading).room(name))
  if (error)
    return (
      <p role="alert" className="p-6 text-bad">
        {error.message}
      </p>
    )
  if (!data) return <p className="p-6 text-ink-2">Reading …</p>
  return <OpenRoom channel={data.channel} members={data.members} />
}

type Of = Parameters<typeof Members>[0]

function OpenRoom({ channel, members }: Of): JSX.Element {
  const held = useRoomWindow(channel.name)
  const [goal, setGoal] = useState<Goal>({ kind: 'end' })
  const [replyTo, setReplyTo] = useState<MessageId>()
  const [beside, setBeside] = useState<MessageId | 'members'>()
  const field = useRef<HTMLTextAreaElement>(null)
  const mayWrite = useMayChange()
  const isOpen = mayWrite && channel.archivedAt === null
  const reply = held.messages.find(({ message }) => message === replyTo)
  const { jump, unread } = useUnread(channel, held, setGoal)
  useRoomKeys(field, jump)
  return (
    <div className="flex h-full min-h-0">
      <section aria-label={titleOf(channel)} className="flex min-h-0 min-w-0 flex-1 flex-col">
        <Head channel={channel} unread={unread} onJump={jump} onMembers={() => setBeside('members')} />
        <MessageLog
          held={held}
          goal={goal}
          onLeaveEnd={() => setGoal({ kind: 'here' })}
          onEnd={() => setGoal({ kind: 'end' })}
          onReply={(message) => {
            setReplyTo(message)
            field.current?.focus()
          }}
          onThread={setBeside}
        />
        <Asks members={members} />
        {isOpen ? (
          <Composer
            channel={channel}
            members={members}
            field={field}
            replyTo={reply?.message}
            label={`Message to ${titleOf(channel)}`}
            onDone={() => {
              setReplyTo(undefined)
              if (held.hasNewer) held.goTo('end')
              setGoal({ kind: 'end' })
            }}
          >
            {reply && <Reply to={reply} onLeave={() => setReplyTo(undefined)} />}
          </Composer>
        ) : (
          <Closed isArchived={channel.archivedAt !== null} />
        )}
      </section>
      <Beside
        channel={channel}
        members={members}
        shown={beside}
        isOpen={isOpen}
        onClose={() => setBeside(undefined)}
      />
    </div>
  )
}

/** A thread, or who is in the room. */
function Beside({
  shown,
  isOpen,
  onClose,
  ...of
}: Of & { shown: MessageId | 'members' | undefined; isOpen: boolean; onClose: () => void }): JSX.Element {
  if (shown === undefined || shown === 'members')
    return <MembersBeside {...of} isOpen={shown === 'members'} onClose={onClose} />
  return <Thread {...of} thread={shown} isOpen={isOpen} onClose={onClose} />
}

/** Beside a wide room; on a narrower screen they, and the topic, are shown when they are asked for. */
function MembersBeside({
  isOpen,
  onClose,
  ...of
}: Of & { isOpen: boolean; onClose: () => void }): JSX.Element {
  const look = isOpen ? 'fixed inset-0 z-10 bg-paper md:static md:z-auto' : 'hidden'
  return (
    <div
      className={`${look} overflow-y-auto border-line md:w-56 md:shrink-0 md:border-l xl:static xl:z-auto xl:block`}
    >
      {isOpen && (
        <header className="flex items-baseline gap-3 border-b border-line px-4 py-2 xl:hidden">
          <p className="min-w-0 flex-1 text-sm text-ink-2">{of.channel.topic}</p>
          <button type="button" className="button" onClick={onClose}>
            Close
          </button>
        </header>
      )}
      <Members {...of} />
    </div>
  )
}

/** Stands where nothing can be written. */
function Closed({ isArchived }: { isArchived: boolean }): JSX.Element {
  return (
    <p className="border-t border-line px-4 py-3 text-sm text-ink-2">
      {isArchived ? 'This room is archived: it can only be read.' : 'This browser may only read.'}
    </p>
  )
}

/** What is unread when you come in, and the way there. What is at the end of the screen is read. */
function useUnread(
  channel: SeenChannel,
  held: ReturnType<typeof useRoomWindow>,
  setGoal: (goal: Goal) => void,
): { jump: () => void; unread: number } {
  const { client } = useWorld()
  const mayWrite = useMayChange()
  const last = held.messages.at(-1)?.seq ?? 0
  const { readBefore } = held
  const [unread] = useState(channel.unread)
  const [hasJumped, setHasJumped] = useState(false)
  useEffect(() => {
    if (!mayWrite || held.hasNewer || last <= channel.readSeq || document.visibilityState === 'hidden') return
    void client.call('markRead', { channel: channel.name, upTo: last }).catch(() => undefined)
  }, [client, mayWrite, channel.name, channel.readSeq, last, held.hasNewer])
  const jump = (): void => {
    setHasJumped(true)
    if (!held.messages.some(({ seq }) => seq <= readBefore)) held.goTo(readBefore + 1)
    setGoal({ kind: 'seq', seq: readBefore + 1, nonce: Date.now() })
  }
  return { jump, unread: hasJumped ? 0 : unread }
}

function useRoomKeys(field: { current: HTMLTextAreaElement | null }, jump: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target, key } = event
      const isTyping =
        target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]')
      if (isTyping || event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return
      if (key === 'm') {
        event.preventDefault()
        field.current?.focus()
      }
      if (key === 'u') jump()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [field, jump])
}

function Head({
  channel,
  onJump,
  unread,
  onMembers,
}: {
  channel: SeenChannel
  onJump: () => void
  unread: number
  onMembers: () => void
}): JSX.Element {
  return (
    <header className="flex items-baseline gap-3 border-b border-line px-4 py-2">
      <Link to="/rooms" className="link shrink-0 md:hidden">
        Rooms
      </Link>
      <h2 className="truncate font-semibold">{titleOf(channel)}</h2>
      <p className="hidden min-w-0 flex-1 truncate text-sm text-ink-2 sm:block">{channel.topic}</p>
      {unread > 0 && (
        <button type="button" className="button ml-auto shrink-0" onClick={onJump}>
          <span className="hidden sm:inline">Jump to </span>
          {unread >= 1000 ? '999+' : unread} unread
        </button>
      )}
      <button
        type="button"
        className={`button shrink-0 xl:hidden ${unread > 0 ? '' : 'ml-auto'}`}
        onClick={onMembers}
      >
        Members
      </button>
    </header>
  )
}

/** More would leave no room for what is said. */
const maxAsks = 1

/** What the agents of this room ask: answered here, or with /answer. */
function Asks({ members }: Pick<Of, 'members'>): JSX.Element | null {
  const asks = useQuery(useReading(asksReading).asks).data?.asks ?? []
  const names = members.map(({ name }) => name)
  const own = asks.filter(({ team }) => names.includes(team))
  const more = own.length - maxAsks
  if (own.length === 0) return null
  return (
    <ul
      aria-label="Asks"
      className="flex max-h-60 flex-col gap-2 overflow-y-auto border-t border-line px-4 py-2"
    >
      {own.slice(0, maxAsks).map((ask) => (
        <li key={ask.ask}>
          <AskLine ask={ask} />
        </li>
      ))}
      {more > 0 && (
        <li>
          <Link to="/inbox" className="link text-sm">
            {more} more in the inbox
          </Link>
        </li>
      )}
    </ul>
  )
}
