import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type JSX } from 'react'
import type { CallOutput } from '../../../../contract/plain.ts'
import { chatOf, progressOf, wantedIn, type ChatLine, type Written } from '../../../views/index.ts'
import { useWorld } from '../../data/context.ts'
import { Avatar } from '../../parts/avatar.tsx'
import { Markdown } from '../../parts/markdown.tsx'
import { RawEvent } from '../session/raw-event.tsx'
import { Outcome, Used, Wanted } from './outcome.tsx'
import { useChatWriting } from './writing.ts'
import { useReading } from '../../data/reading.ts'
import { chatReading } from './queries.ts'

const examples = ['What is active?', 'Why is a team stuck?', 'What did today cost?', 'Wake a team']

/** The chat with the Iris agent: answers rest on events, and what changes something asks first. */
export function AskIris(): JSX.Element {
  const { data } = useQuery(useReading(chatReading).chat)
  const asking = useAsking()
  const written = useChatWriting()
  const [raw, setRaw] = useState<number>()
  const end = useRef<HTMLDivElement>(null)
  const lines = chatOf(data?.messages ?? [])
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' })
  }, [lines.length, asking.progress, written?.text.length])
  return (
    <div className="flex h-full min-h-0 flex-col">
      {/* A log that scrolls must be reachable by the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="min-h-0 flex-1 overflow-y-auto" role="log" aria-label="Chat with Iris" tabIndex={0}>
        <div className="mx-auto flex max-w-3xl flex-col gap-4 px-4 py-5 sm:px-6">
          <h1 className={lines.length > 0 ? 'sr-only' : 'text-2xl font-semibold tracking-tight'}>Ask Iris</h1>
          {lines.length === 0 && !data?.offBy && <Examples onAsk={asking.ask} />}
          {lines.map((line) => (
            <ChatRow key={line.n} line={line} onCite={setRaw} />
          ))}
          <Newest asking={asking} lines={lines} written={written} />
          <div ref={end} />
        </div>
      </div>
      <Foot offBy={data?.offBy ?? null} asking={asking} />
      {raw !== undefined && <RawEvent seq={raw} onGo={setRaw} onClose={() => setRaw(undefined)} />}
    </div>
  )
}

/** Where questions are asked, or by what that is switched off. */
function Foot({ offBy, asking }: { offBy: string | null; asking: Asking }): JSX.Element {
  if (offBy === null) return <Question onAsk={asking.ask} isPending={asking.isPending} />
  return (
    <p className="border-t border-line px-4 py-3 text-sm text-ink-2 sm:px-6">
      The chat with Iris is switched off by <code>{offBy}: false</code> in the settings.
    </p>
  )
}

/** The question under way, what is being answered, and what came of the last one. */
function Newest({
  asking,
  lines,
  written,
}: {
  asking: Asking
  lines: readonly ChatLine[]
  written: Written | undefined
}): JSX.Element {
  const { chat, question, isPending, progress, wanted, answer, error } = asking
  const isSaid = (by: ChatLine['by'], of: string): boolean =>
    lines.some((line) => line.by === by && line.chat === of)
  return (
    <>
      {question !== undefined && !isSaid('you', chat) && <div className={yourWords}>{question}</div>}
      {written && !isSaid('iris', written.of) && <Answering written={written} />}
      {isPending && !isSaid('iris', chat) && (
        <p className="text-sm text-ink-2">Iris {written ? 'writes' : progress || 'thinks'} …</p>
      )}
      <Wanted asks={wanted} />
      {answer && <Outcome answer={answer} />}
      {error && (
        <p role="alert" className="text-bad">
          {error}
        </p>
      )}
    </>
  )
}

/** An answer as it is written. It is read out once it is whole, not piece by piece. */
function Answering({ written: { start, text } }: { written: Written }): JSX.Element {
  return (
    <div className="grid grid-cols-[24px_minmax(0,1fr)] gap-3" aria-live="off">
      <Avatar name="Iris" />
      <Markdown text={`${start > 0 ? '… ' : ''}${text}`} />
    </div>
  )
}

const yourWords = 'self-end border-r-2 border-accent bg-accent-soft px-3 py-2 whitespace-pre-wrap'

interface Asking {
  /** The name of the newest question. */
  chat: string
  ask: (question: string) => void
  question: string | undefined
  progress: string
  /** Asks that wait for you before Iris does something. */
  wanted: readonly string[]
  isPending: boolean
  answer: CallOutput<'askIris'> | undefined
  error: string | undefined
}

function useAsking(): Asking {
  const { client, live } = useWorld()
  const cache = useQueryClient()
  const [{ chat, progress, wanted }, set] = useState<{ chat: string; progress: string; wanted: string[] }>({
    chat: '',
    progress: '',
    wanted: [],
  })
  useEffect(
    () =>
      live.listen((event) => {
        const words = progressOf(event, chat)
        const ask = wantedIn(event)
        if (words !== undefined) set((before) => ({ ...before, progress: words }))
        if (ask !== undefined) set((before) => ({ ...before, wanted: [...before.wanted, ask] }))
      }),
    [live, chat],
  )
  const ask = useMutation({
    mutationFn: ({ question, name }: { question: string; name: string }) =>
      client.call('askIris', { question, chat: name }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['chat'] }),
  })
  return {
    chat,
    ask(question) {
      const name = crypto.randomUUID()
      set({ chat: name, progress: '', wanted: [] })
      ask.mutate({ question, name })
    },
    question: ask.isPending ? ask.variables.question : undefined,
    progress,
    wanted,
    isPending: ask.isPending,
    answer: ask.data,
    error: ask.error?.message,
  }
}

function ChatRow({ line, onCite }: { line: ChatLine; onCite: (seq: number) => void }): JSX.Element {
  if (line.by === 'you') {
    return <div className={yourWords}>{line.text}</div>
  }
  if (line.used) return <Used used={line.used} />
  return (
    <div className="grid grid-cols-[24px_minmax(0,1fr)] gap-3">
      <Avatar name="Iris" />
      <div>
        <Markdown text={line.text} />
        {line.cites.length > 0 && (
          <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-ink-3">
            rests on
            {line.cites.map((seq) => (
              <button key={seq} type="button" className="link" onClick={() => onCite(seq)}>
                event {seq}
              </button>
            ))}
          </p>
        )}
      </div>
    </div>
  )
}

function Examples({ onAsk }: { onAsk: (question: string) => void }): JSX.Element {
  return (
    <div>
      <p className="text-lg text-ink-2">
        Iris reads the log and answers with the events it rests on. What would change something asks you
        first.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {examples.map((example) => (
          <button key={example} type="button" className="button" onClick={() => onAsk(example)}>
            {example}
          </button>
        ))}
      </div>
    </div>
  )
}

function Question({
  onAsk,
  isPending,
}: {
  onAsk: (question: string) => void
  isPending: boolean
}): JSX.Element {
  const [words, setWords] = useState('')
  return (
    <form
      className="border-t border-line"
      onSubmit={(event) => {
        event.preventDefault()
        if (words.trim() === '' || isPending) return
        onAsk(words)
        setWords('')
      }}
    >
      <div className="mx-auto flex max-w-3xl gap-2 px-4 py-3 sm:px-6">
        <input
          aria-label="Question to Iris"
          placeholder="Ask about your teams, or ask Iris to do something"
          className="field min-w-0 flex-1"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <button
          type="submit"
          className="button button-primary h-[30px]"
          disabled={words.trim() === '' || isPending}
        >
          Ask
        </button>
      </div>
    </form>
  )
}
