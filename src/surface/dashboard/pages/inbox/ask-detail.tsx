import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, type JSX } from 'react'
import type { Ask } from '../../../../contract/plain.ts'
import {
  callerWords,
  canBeFalse,
  canDismiss,
  describeAsk,
  fallbackWords,
  isRun,
  kindWord,
} from '../../../views/index.ts'
import { useNow } from '../../data/context.ts'
import { FreeText, Options, GrantAdded } from '../../parts/answer.tsx'
import { useAnswering } from '../../parts/answering.ts'
import { useAskKeys } from './ask-keys.ts'
import { useClosing, type Closing } from './closing.ts'
import { useEndSeen } from './end-seen.ts'
import { ConfirmGrant } from './confirm-grant.tsx'
import { Kbd } from '../../parts/kbd.tsx'
import { Markdown } from '../../parts/markdown.tsx'
import { useReading } from '../../data/reading.ts'
import { asksReading } from './queries.ts'

/** One ask: what is wanted, exactly; the answers; and the turn around it. */
export function AskDetail({ ask, isByHand }: { ask: Ask; isByHand: boolean }): JSX.Element {
  // Lists cut long texts; this one is whole.
  const { data: whole, error } = useQuery(useReading(asksReading).ask(ask.ask))
  const shown = whole?.ask ?? ask
  const isWhole = !shown.isCut
  const { mark, isSeen } = useEndSeen(isWhole)
  const isRead = isWhole && isSeen
  const answering = useAnswering(shown)
  const field = useRef<HTMLInputElement>(null)
  const now = useNow()
  const closing = useClosing(ask.ask)
  const keys = useAskKeys({ ask: shown, answering, closing, field, isByHand, isRead })
  return (
    <article aria-label="The ask" className="min-w-0 py-4 lg:border-l lg:border-line lg:pl-8">
      <Asker ask={shown} />
      <About ask={shown} />
      {isWhole ? (
        <div className="mt-4 flex flex-col gap-3">
          <GrantAdded ask={shown} />
          <Options ask={shown} answering={answering} withKeys={!keys.isHeld && isRead} />
          <div ref={mark} />
          <FreeText ask={shown} answering={answering} field={field} />
        </div>
      ) : (
        <NotWhole ask={shown} isRead={whole !== undefined} error={error} />
      )}
      {keys.isTooSoon && (
        <p role="status" className="mt-3 text-sm text-needs">
          Another ask came up: look again.
        </p>
      )}
      {isWhole && !isSeen && <ReadOn isPressed={keys.isUnread} />}
      {keys.confirming && <ConfirmGrant ask={shown} {...keys.confirming} />}
      <Foot ask={shown} now={now} closing={closing} />
      {whole?.turn && (
        <Around
          told={whole.turn.message}
          by={whole.turn.from}
          said={whole.said}
          session={whole.turn.session}
        />
      )}
    </article>
  )
}

/** All it is about; nothing of it is folded. */
function About({ ask }: { ask: Ask }): JSX.Element {
  const { title, detail } = describeAsk(ask)
  return (
    <>
      <div className="mt-1 text-lg">
        <Markdown text={headingOf(ask, title)} />
      </div>
      {detail && (
        <pre className="mt-2 bg-sunk px-3 py-2 font-mono text-sm break-words whitespace-pre-wrap">
          {detail}
        </pre>
      )}
      {ask.context && <p className="mt-2 whitespace-pre-wrap text-ink-2">{ask.context}</p>}
      <OfUxTest ask={ask} />
    </>
  )
}

/** A question about a UX test leads to all that it found. */
function OfUxTest({ ask: { source, tags } }: { ask: Ask }): JSX.Element | null {
  const ux = source === 'ux' ? tags.find((tag) => tag.startsWith('uxr_')) : undefined
  if (ux === undefined) return null
  return (
    <Link to="/builds/ux/$ux" params={{ ux }} className="link mt-2 inline-block text-sm">
      Open the UX test
    </Link>
  )
}

/** What cannot be shown whole cannot be answered here. */
function NotWhole(props: { ask: Ask; isRead: boolean; error: Error | null }): JSX.Element {
  const { ask, isRead, error } = props
  if (error) return <p className="mt-4 text-bad">It cannot be read whole: {error.message}</p>
  if (!isRead) return <p className="mt-4 text-ink-3">Reading all of it …</p>
  return (
    <p className="mt-4 text-ink-2">
      It is too long for this page. Read and answer it in a terminal:{' '}
      <code className="font-mono">iris inbox show {ask.ask}</code>
    </p>
  )
}

/** Stays at the bottom of the screen until the end of the text has been on it. */
function ReadOn({ isPressed }: { isPressed: boolean }): JSX.Element {
  return (
    <p
      role="status"
      className={`sticky bottom-0 mt-3 border-t border-line bg-paper py-2 text-sm ${isPressed ? 'text-needs' : 'text-ink-2'}`}
    >
      {isPressed ? 'Read it to the end first.' : 'It continues below.'} Answer it below its end
      <span className="hidden sm:inline">
        ; <Kbd>Space</Kbd> scrolls
      </span>
      .
    </p>
  )
}

/** Several questions stand beside their options, and need not stand above them too. */
function headingOf({ kind, text, questions }: Ask, title: string): string {
  if (kind === 'plan') return text.trim() === '' ? title : text
  return questions.length > 1 ? `${questions.length} questions` : title
}

/** Who asks, and on whose behalf. */
function Asker({ ask }: { ask: Ask }): JSX.Element {
  return (
    <p className="text-sm text-ink-2">
      {kindWord(ask)} from <strong className="font-semibold text-ink">{ask.team}</strong>
      {ask.teammate && `, by ${ask.teammate}`}
      <OnBehalf ask={ask} />
    </p>
  )
}

/** Who told the asking team; a run leads on to its page. */
function OnBehalf({ ask }: { ask: Ask }): JSX.Element | null {
  if (ask.from === 'user') return null
  if (!isRun(ask.from)) return <>, told by {ask.from}</>
  return (
    <>
      , in{' '}
      <Link to="/runs/$run" params={{ run: ask.from }} className="link">
        a run
      </Link>
    </>
  )
}

function Foot({ ask, now, closing }: { ask: Ask; now: number; closing: Closing }): JSX.Element {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-3 text-sm text-ink-2">
      <span>{fallbackWords(ask, now)}</span>
      <span className="ml-auto flex flex-wrap gap-x-4">
        <span className="hidden sm:inline">
          <Kbd>t</Kbd> your words
        </span>
        {canDismiss(ask) && (
          <button type="button" className="hover:text-ink" onClick={closing.dismiss}>
            <Kbd>x</Kbd> Dismiss
          </button>
        )}
        {canBeFalse(ask) && (
          <button type="button" className="hover:text-ink" onClick={closing.falseAlarm}>
            <Kbd>!</Kbd> This was no question
          </button>
        )}
      </span>
      {closing.error && (
        <p role="alert" className="basis-full text-bad">
          {closing.error}
        </p>
      )}
    </div>
  )
}

/** The turn around the ask: what was told, and what was said until it asked. */
function Around(props: { told: string; by: string; said: string; session: string }): JSX.Element {
  return (
    <section aria-label="What led to it" className="mt-6">
      <h2 className="text-sm font-semibold">What led to it</h2>
      <div className="mt-2 border-l-2 border-accent bg-accent-soft px-3 py-2">
        <div className="text-xs text-ink-2">{props.by === 'user' ? 'You' : callerWords(props.by)} said</div>
        <Markdown text={props.told} />
      </div>
      {props.said && (
        <div className="mt-2 max-h-96 overflow-y-auto pl-3">
          <Markdown text={props.said} />
        </div>
      )}
      <Link
        to="/sessions/$session"
        params={{ session: props.session }}
        className="link mt-2 inline-block text-sm"
      >
        Open the session
      </Link>
    </section>
  )
}
