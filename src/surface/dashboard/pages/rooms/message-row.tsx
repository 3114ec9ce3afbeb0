import { memo, type JSX } from 'react'
import type { Message, MessageId } from '../../../../contract/plain.ts'
import { oneLine } from '../../../views/index.ts'
import { Age } from '../../parts/age.tsx'
import { Avatar } from '../../parts/avatar.tsx'
import { Markdown } from '../../parts/markdown.tsx'
import { speaker } from './words.ts'

const together = 5 * 60_000

/** One message. What the same member says shortly after stands under the same name. */
export const MessageRow = memo(function MessageRow(props: {
  message: Message
  before: Message | undefined
  parent: Message | undefined
  isFirstUnread: boolean
  onReply: (message: MessageId) => void
  onThread: (thread: MessageId) => void
}): JSX.Element {
  const { message, before, isFirstUnread } = props
  const goesOn =
    before !== undefined &&
    before.author === message.author &&
    before.via === message.via &&
    before.form === message.form &&
    message.replyTo === null &&
    message.at - before.at < together
  return (
    <>
      {isFirstUnread && (
        <p className="mx-4 my-1 flex items-center gap-2 text-xs text-needs before:h-px before:flex-1 before:bg-needs after:h-px after:flex-1 after:bg-needs">
          New
        </p>
      )}
      {message.form === 'notice' || message.form === 'dead_letter' ? (
        <Notice message={message} />
      ) : (
        <Said {...props} goesOn={goesOn && !isFirstUnread} />
      )}
    </>
  )
})

/** What the daemon tells in passing, or what failed for good. */
function Notice({ message }: { message: Message }): JSX.Element {
  const look = message.form === 'dead_letter' ? 'border-bad' : 'border-line-2'
  return (
    <div className="px-4 py-1">
      <div className={`border-l-2 ${look} pl-3 text-sm text-ink-2`}>
        <span className="text-xs text-ink-3">
          {speaker(message)} · <Age at={message.at} />
        </span>
        <Markdown text={message.body} />
      </div>
    </div>
  )
}

function Said(props: Parameters<typeof MessageRow>[0] & { goesOn: boolean }): JSX.Element {
  const { message, parent, goesOn, onReply, onThread } = props
  const isCalling = message.mentions.includes('user')
  return (
    <article
      aria-label={`${speaker(message)} said`}
      className={`group relative grid grid-cols-[24px_minmax(0,1fr)] gap-x-3 px-4 ${goesOn ? 'py-0.5' : 'pt-2 pb-0.5'} ${isCalling ? 'bg-needs-soft' : ''}`}
    >
      {goesOn ? <span /> : <Avatar name={speaker(message)} />}
      <div className="min-w-0">
        {message.replyTo !== null && (
          <button
            type="button"
            className="link block max-w-full truncate text-left text-xs"
            onClick={() => onThread(message.thread ?? message.message)}
          >
            ↳ {parent ? `${speaker(parent)}: ${oneLine(parent.body, 100)}` : 'the thread'}
          </button>
        )}
        {!goesOn && (
          <p className="flex items-baseline gap-2 text-sm">
            <span className="font-semibold">{speaker(message)}</span>
            {message.kind === 'agent' && <span className="text-xs text-ink-3">agent</span>}
            <span className="text-xs text-ink-3">
              <Age at={message.at} />
            </span>
          </p>
        )}
        {message.form === 'action' ? (
          <p className="italic">{message.body}</p>
        ) : (
          <Markdown text={message.body} />
        )}
      </div>
      <div className="absolute top-1 right-3 hidden gap-1 group-focus-within:flex group-hover:flex">
        <button type="button" className="button bg-paper" onClick={() => onReply(message.message)}>
          Reply
        </button>
        <button
          type="button"
          className="button bg-paper"
          onClick={() => onThread(message.thread ?? message.message)}
        >
          Thread
        </button>
      </div>
    </article>
  )
}
