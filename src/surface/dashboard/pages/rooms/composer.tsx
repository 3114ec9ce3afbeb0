import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type JSX, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { IrisError, type MessageId, type SeenChannel } from '../../../../contract/plain.ts'
import { useWorld } from '../../data/context.ts'
import { teamsReading } from '../../data/queries.ts'
import { useReading } from '../../data/reading.ts'
import { completed, completionAt, slashCommands } from './completion.ts'
import { chosenId, send } from './sending.ts'

interface ComposerProps {
  channel: SeenChannel
  members: readonly { name: string }[]
  field: RefObject<HTMLTextAreaElement | null>
  /** What is answered by it. */
  replyTo: MessageId | undefined
  /** Where what is written goes. */
  label: string
  onDone: () => void
  /** Stands above the field. */
  children?: ReactNode
}

/** Where a message is written: names after @ and commands after / are completed. */
export function Composer(props: ComposerProps): JSX.Element {
  const { field } = props
  const draft = useDraft(props)
  const saying = useSaying(props, draft.putBack)
  const say = (): void => {
    if (draft.words.trim() === '') return
    saying.mutate({ words: draft.words, message: chosenId(), replyTo: props.replyTo })
    draft.clear()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (draft.onKey(event)) return
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault()
      say()
    }
    if (event.key === 'Escape') field.current?.blur()
  }
  return (
    <form
      className="relative border-t border-line bg-paper px-4 py-2"
      onSubmit={(event) => {
        event.preventDefault()
        say()
      }}
    >
      {draft.completion && (
        <Choices choices={draft.completion.choices} picked={draft.picked} onPick={draft.pick} />
      )}
      {props.children}
      <div className="flex items-end gap-2">
        <textarea
          ref={field}
          rows={Math.min(8, Math.max(1, draft.words.split('\n').length))}
          value={draft.words}
          aria-label={props.label}
          placeholder={props.label}
          className="field h-auto min-w-0 flex-1 resize-none py-1.5"
          onChange={(event) => draft.write(event.target.value, event.target.selectionStart)}
          onSelect={(event) => draft.moveTo(event.currentTarget.selectionStart)}
          onKeyDown={onKeyDown}
        />
        <button type="submit" className="button button-primary h-8" disabled={draft.words.trim() === ''}>
          Send
        </button>
      </div>
      <p role="status" className="text-xs text-bad">
        {saying.error?.message}
      </p>
    </form>
  )
}

interface Written {
  words: string
  message: MessageId
  replyTo: MessageId | undefined
}

/**
 * Sends what is written, one after the other; what is refused is put back. The id is chosen once: what is sent again after
 * a lost answer is there once.
 */
function useSaying({ channel, label, onDone }: ComposerProps, putBack: (words: string) => void) {
  const { client } = useWorld()
  return useMutation({
    scope: { id: `${channel.channel} ${label}` },
    mutationFn: (said: Written) => send(client, { channel: channel.name, ...said }),
    onSuccess: onDone,
    onError: (_, { words }) => putBack(words),
    retry: (count, error) => count < 2 && isLost(error),
  })
}

/** Whether nobody knows what became of it; a refusal is an answer. */
function isLost(error: Error): boolean {
  return !(error instanceof IrisError) || error.code === 'DAEMON_UNREACHABLE'
}

/** What is being written, and what the word at the caret may become. */
function useDraft({ members }: ComposerProps) {
  const [{ words, caret }, set] = useState({ words: '', caret: 0 })
  const [picked, setPicked] = useState(0)
  const teams = useQuery(useReading(teamsReading).teams).data?.teams ?? []
  const names = [...new Set([...members, ...teams, { name: 'iris' }].map(({ name }) => name))]
  const completion = completionAt(
    words,
    caret,
    names.filter((name) => name !== 'user'),
  )
  const write = (text: string, at: number): void => {
    set({ words: text, caret: at })
    setPicked(0)
  }
  const pick = (choice: string): void => {
    if (!completion) return
    const next = completed(words, { caret, from: completion.from, choice })
    write(next.text, next.caret)
  }
  return {
    words,
    completion,
    picked,
    pick,
    write,
    moveTo: (at: number) => set((before) => ({ ...before, caret: at })),
    clear: () => write('', 0),
    /** Unless something else is being written by now. */
    putBack: (text: string) => set((now) => (now.words === '' ? { words: text, caret: text.length } : now)),
    /** True when the key was for the completions. */
    onKey(event: KeyboardEvent): boolean {
      const choice = completion?.choices[picked % completion.choices.length]
      if (!completion || choice === undefined || !isMove(event.key)) return false
      event.preventDefault()
      if (event.key === 'Tab' || event.key === 'Enter') pick(choice)
      else setPicked((place) => moved(place, event.key, completion.choices.length))
      return true
    },
  }
}

const moves = new Set(['ArrowUp', 'ArrowDown', 'Tab', 'Enter'])
const isMove = (key: string): boolean => moves.has(key)
const moved = (place: number, key: string, count: number): number =>
  (place + (key === 'ArrowUp' ? count - 1 : 1)) % count

function Choices(props: {
  choices: readonly string[]
  picked: number
  onPick: (choice: string) => void
}): JSX.Element {
  return (
    <ul
      aria-label="Completions"
      className="absolute bottom-full left-4 z-10 mb-1 w-72 max-w-[80vw] border border-line-2 bg-raised py-1"
    >
      {props.choices.map((choice, place) => (
        <li key={choice}>
          <button
            type="button"
            tabIndex={-1}
            className={`flex w-full items-baseline gap-2 px-3 py-1 text-left ${place === props.picked % props.choices.length ? 'bg-accent-soft' : ''}`}
            onMouseDown={(event) => {
              event.preventDefault()
              props.onPick(choice)
            }}
          >
            <span className="shrink-0">{choice}</span>
            <span className="min-w-0 truncate text-xs text-ink-3">
              {slashCommands.find(({ name }) => name === choice)?.words}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
