import { useQuery } from '@tanstack/react-query'
import { useState, type JSX } from 'react'
import { costWords, isRun, oneLine, tookWords, type Item, type Todo } from '../../../views/index.ts'
import { useWorld } from '../../data/context.ts'
import { Advice } from '../../parts/advice.tsx'
import { AskLine } from '../../parts/ask-line.tsx'
import { Face } from '../../parts/face.tsx'
import { Markdown } from '../../parts/markdown.tsx'
import { useReading } from '../../data/reading.ts'
import { asksReading } from '../inbox/queries.ts'

type Of<K extends Item['kind']> = { item: Extract<Item, { kind: K }> }

/** Who speaks from here on. */
export function Banner({ item, avatar }: Of<'banner'> & { avatar: string | undefined }): JSX.Element {
  return (
    <div className={`mt-1 flex items-center gap-2 ${item.isHelper ? 'border-l-2 border-line-2 pl-3' : ''}`}>
      <Face name={item.name} avatar={avatar} size={20} />
      <span className="font-semibold">{item.name}</span>
      <span className="min-w-0 truncate text-sm text-ink-3">
        {[item.role === item.name ? '' : item.role, item.phase].filter(Boolean).join(' · ')}
      </span>
    </div>
  )
}

function tellerWords(from: string): string {
  if (from === 'user') return 'You'
  return isRun(from) ? 'The run' : from
}

/** What the session was told. A long message is read whole when somebody asks for it. */
export function Told({ item }: Of<'told'>): JSX.Element {
  const { client } = useWorld()
  const [isWhole, setWhole] = useState(false)
  const isCut = item.bytes > new TextEncoder().encode(item.preview).length
  const whole = useQuery({
    queryKey: ['turn', item.turn, 'message'],
    queryFn: () => client.call('getTurn', { turn: item.turn }),
    enabled: isWhole,
    staleTime: Infinity,
  })
  return (
    <div className="mt-3 border-l-2 border-accent bg-accent-soft px-3 py-2">
      <div className="text-xs text-ink-2">{tellerWords(item.from)} said</div>
      <Markdown text={whole.data?.message ?? item.preview} />
      {isCut && !whole.data && (
        <button type="button" className="link text-sm" onClick={() => setWhole(true)}>
          {whole.isFetching ? 'Reading …' : `Show all ${item.bytes} bytes`}
        </button>
      )}
    </div>
  )
}

export function Thought({ text }: { text: string }): JSX.Element {
  return (
    <details className="text-sm text-ink-3">
      <summary className="truncate hover:text-ink-2">
        <span className="mr-2">thought</span>
        <em>{oneLine(text, 110)}</em>
      </summary>
      <p className="mt-1 max-w-[46rem] border-l-2 border-line pl-3 whitespace-pre-wrap text-ink-2 italic">
        {text}
      </p>
    </details>
  )
}

const marks = { pending: '○', in_progress: '◐', completed: '●' } as const
const stateWords = { pending: 'to do', in_progress: 'in progress', completed: 'done' } as const

export function Planned({ todos }: { todos: Todo[] }): JSX.Element {
  const done = todos.filter(({ state }) => state === 'completed').length
  return (
    <div className="border-l-2 border-line-2 pl-3">
      <div className="text-xs text-ink-3">
        plan, {done} of {todos.length} done
      </div>
      <ul>
        {todos.map(({ words, state }) => (
          <li key={words} className={`flex gap-2 ${state === 'completed' ? 'text-ink-3 line-through' : ''}`}>
            <span
              role="img"
              aria-label={stateWords[state]}
              className={state === 'in_progress' ? 'text-accent' : ''}
            >
              {marks[state]}
            </span>
            <span className={state === 'in_progress' ? 'font-medium' : ''}>{words}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What was asked; as long as it is open, with its answers. */
export function AskItem({ item }: Of<'ask'>): JSX.Element {
  const isOpen = item.outcome === null
  const ask = useQuery(useReading(asksReading).asks).data?.asks.find((one) => one.ask === item.ask)
  if (isOpen && ask) return <AskLine ask={ask} />
  return (
    <div className={`border-l-2 px-3 py-1.5 ${isOpen ? 'border-needs bg-needs-soft' : 'border-line-2'}`}>
      <div className={`text-xs ${isOpen ? 'text-needs' : 'text-ink-3'}`}>
        {isOpen ? 'waits for you' : item.outcome}
      </div>
      <p className="max-h-40 overflow-auto text-sm whitespace-pre-wrap">{item.words}</p>
    </div>
  )
}

export function Ended({ item }: Of<'ended'>): JSX.Element {
  const isGood = item.how === 'answered'
  const facts = [
    item.took === null ? '' : tookWords(item.took),
    item.costUsd === null ? '' : costWords(item.costUsd, item.isRehearsed),
  ].filter(Boolean)
  return (
    <div className="mt-1 mb-2 border-b border-line pb-2 text-sm">
      <span className={isGood ? 'text-good' : 'text-bad'}>{item.words}</span>
      {facts.length > 0 && <span className="ml-2 text-ink-3">{facts.join(' · ')}</span>}
      {item.advice && (
        <p className="text-ink-2">
          <Advice text={item.advice} />
        </p>
      )}
    </div>
  )
}

export function Note({ item }: Of<'note'>): JSX.Element {
  return <p className={`text-sm ${item.isBad ? 'text-bad' : 'text-ink-3'}`}>{oneLine(item.words, 300)}</p>
}
