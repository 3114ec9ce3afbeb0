import { useMutation } from '@tanstack/react-query'
import { useState, type JSX, type KeyboardEvent, type RefObject } from 'react'
import type { Session, TurnMark } from '../../../../contract/plain.ts'
import { useWorld } from '../../data/context.ts'
import { isOpen, isRun } from '../../../views/index.ts'
import { Kbd, modifier } from '../../parts/kbd.tsx'
import { useRunOf } from './run-of.ts'

/** Tells the session something. A busy session queues it, and the box says so before and after. */
export function Composer(props: {
  session: Session
  turns: readonly TurnMark[]
  field: RefObject<HTMLTextAreaElement | null>
}): JSX.Element {
  const { session, turns, field } = props
  const { client } = useWorld()
  const [words, setWords] = useState('')
  const run = useRunOf(session)
  // Then only that run can go on.
  const isOver = run !== undefined && !isOpen(run)
  const tell = useMutation({
    mutationFn: (message: string): Promise<unknown> => {
      if (!isRun(session.from))
        return client.call('tellTeam', { to: session.to, message, timeout: -1, ...speaker(session) })
      return client.call(isOver ? 'resumeRun' : 'tellRun', { run: session.from, message })
    },
    onSuccess: () => setWords(''),
  })
  // What is told now waits only when another turn is there to wait for.
  const isBusy = turns.some(({ endedAt }) => endedAt === null)
  const send = (): void => {
    if (words.trim() !== '' && !tell.isPending) tell.mutate(words)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) send()
    if (event.key === 'Escape') field.current?.blur()
  }
  return (
    <form
      className="border-t border-line bg-paper"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="mx-auto max-w-6xl px-4 py-2 sm:px-6">
        <div className="flex items-end gap-2">
          <textarea
            ref={field}
            rows={Math.min(8, Math.max(1, words.split('\n').length))}
            value={words}
            aria-label={`Message to ${session.to}`}
            placeholder={isOver ? 'The run has ended: say how to continue' : invitation(session)}
            className="field h-auto flex-1 resize-none py-1.5"
            onChange={(event) => setWords(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <button
            type="submit"
            className="button button-primary h-8"
            disabled={words.trim() === '' || tell.isPending}
          >
            {isOver ? 'Continue' : isBusy ? 'Queue' : 'Tell'}
          </button>
        </div>
        <Hint words={statusWords({ session, isBusy, tell })} isBad={tell.error !== null} />
      </div>
    </form>
  )
}

function Hint({ words, isBad }: { words: string; isBad: boolean }): JSX.Element {
  return (
    <p role="status" className="mt-1 flex flex-wrap gap-x-3 text-xs text-ink-3">
      <span className={isBad ? 'text-bad' : ''}>{words}</span>
      <span className="ml-auto hidden sm:inline">
        <Kbd>{modifier()}</Kbd> <Kbd>↵</Kbd> to tell
      </span>
    </p>
  )
}

function invitation({ from, to }: Session): string {
  if (from === 'user') return `Tell ${to} something`
  return isRun(from) ? "Tell the run's leader something" : `Tell ${to} as ${from}`
}

function speaker({ from }: Session): { fromTeam?: string } {
  return from === 'user' ? {} : { fromTeam: from }
}

function statusWords(facts: {
  session: Session
  isBusy: boolean
  tell: { error: Error | null; isSuccess: boolean; isPending: boolean }
}): string {
  const { session, isBusy, tell } = facts
  if (tell.error) return tell.error.message
  if (tell.isPending) return 'Sending …'
  const queued = session.queued > 0 ? `${session.queued} queued. ` : ''
  if (tell.isSuccess) return `${queued}Accepted: it is on disk.`
  if (!isBusy) return queued
  return session.queued > 0 && session.state !== 'working' && session.state !== 'waiting'
    ? `${queued}New messages wait for that.`
    : `${queued}A turn is running; new messages wait for it.`
}
