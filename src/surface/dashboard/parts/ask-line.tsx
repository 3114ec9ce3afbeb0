import { Link } from '@tanstack/react-router'
import { lazy, Suspense, type JSX } from 'react'
import type { Ask } from '../../../contract/plain.ts'
import { describeAsk, fallbackWords, isBrief, oneLine, wordsHint } from '../../views/index.ts'
import { useNow } from '../data/context.ts'
import { Age } from './age.tsx'
import { Options, GrantAdded } from './answer.tsx'
import { useAnswering } from './answering.ts'

// Few of the asks on the first page need it, and it is a fifth of what that page would load.
const Markdown = lazy(() => import('./markdown.tsx').then((part) => ({ default: part.Markdown })))

/** What a team waits for: whole, with the answers that need no words; or how it begins, with the way to read it. */
export function AskLine({ ask }: { ask: Ask }): JSX.Element {
  const { title } = describeAsk(ask)
  return (
    <div className="border-l-2 border-needs bg-needs-soft px-3 py-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="min-w-0 font-medium">
          {ask.questions.length > 1 ? `${ask.questions.length} questions` : titleOf(ask, title)}
        </span>
        <span className="text-xs text-ink-2">
          <Age at={ask.askedAt} />
        </span>
      </div>
      {isBrief(ask) ? <Whole ask={ask} /> : <Beginning ask={ask} />}
    </div>
  )
}

/** All of it, above its answers. */
function Whole({ ask }: { ask: Ask }): JSX.Element {
  const answering = useAnswering(ask)
  const now = useNow()
  return (
    <>
      <About ask={ask} />
      <div className="mt-2 flex flex-col gap-2">
        <GrantAdded ask={ask} />
        <Options ask={ask} answering={answering} withKeys={false} />
      </div>
      <p className="mt-2 text-xs text-ink-2">
        {fallbackWords(ask, now)}{' '}
        <Link to="/inbox" search={{ ask: ask.ask }} className="link">
          {ask.source === 'run' ? wordsHint(ask) : 'Answer in your own words'}
        </Link>
      </p>
    </>
  )
}

function About({ ask }: { ask: Ask }): JSX.Element {
  const { detail } = describeAsk(ask)
  return (
    <>
      {ask.kind === 'plan' && (
        <Suspense fallback={<p className="whitespace-pre-wrap">{ask.text}</p>}>
          <Markdown text={ask.text} />
        </Suspense>
      )}
      {detail && <pre className="mt-1 font-mono text-sm break-words whitespace-pre-wrap">{detail}</pre>}
      {ask.context && <p className="mt-1 text-sm whitespace-pre-wrap text-ink-2">{ask.context}</p>}
    </>
  )
}

const beginning = 160

/** What is too long for a line is read before it can be answered, where there is room for it. */
function Beginning({ ask }: { ask: Ask }): JSX.Element {
  const now = useNow()
  const { detail } = describeAsk(ask)
  const text = ask.kind === 'plan' ? ask.text : detail
  return (
    <>
      {text && <p className="mt-1 font-mono text-sm break-words text-ink-2">{oneLine(text, beginning)}</p>}
      <Link to="/inbox" search={{ ask: ask.ask }} className="button mt-2">
        {readWords(ask)}
      </Link>
      <p className="mt-2 text-xs text-ink-2">It is answered below its end. {fallbackWords(ask, now)}</p>
    </>
  )
}

function readWords({ kind, tool }: Ask): string {
  if (kind === 'plan') return 'Read the plan'
  if (kind === 'permission') return tool === 'Bash' ? 'Read the command' : 'Read what it wants'
  return 'Read the question'
}

/** A question stands whole where it is answered. */
function titleOf(ask: Ask, title: string): string {
  return isBrief(ask) ? title : oneLine(title, beginning)
}
