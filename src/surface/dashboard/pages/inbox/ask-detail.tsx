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
  kindWord,
} from '../../../views/index.ts'
import { useNow, useWorld } from '../../data/context.ts'
import { FreeText, Options, RuleWritten } from '../../parts/answer.tsx'
import { useAnswering } from '../../parts/answering.ts'
import { useAskKeys } from './ask-keys.ts'
import { useClosing, type Closing } from './closing.ts'
import { ConfirmRule } from './confirm-rule.tsx'
import { Kbd } from '../../parts/kbd.tsx'
import { Markdown } from '../../parts/markdown.tsx'

/** One ask: what is wanted, exactly; the answers; and the turn around it. */
export function AskDetail({ ask, isByHand }: { ask: Ask; isByHand: boolean }): JSX.Element {
  const { queries } = useWorld()
  // Lists cut long texts; this one is whole.
  const whole = useQuery(queries.ask(ask.ask)).data
  const shown = whole?.ask ?? ask
  const answering = useAnswering(shown)
  const field = useRef<HTMLInputElement>(null)
  const now = useNow()
  const closing = useClosing(ask.ask)
  const keys = useAskKeys({ ask: shown, answering, closing, field, isByHand })
  const { title, detail } = describeAsk(shown)
  return (
    <article aria-label="The ask" className="min-w-0 py-4 lg:border-l lg:border-line lg:pl-8">
      <Asker ask={shown} />
      <div className="mt-1 text-lg">
        <Markdown text={headingOf(shown, title)} />
      </div>
      {detail && (
        <pre className="mt-2 max-h-80 overflow-auto bg-sunk px-3 py-2 font-mono text-sm whitespace-pre-wrap">
          {detail}
        </pre>
      )}
      {shown.context && <p className="mt-2 text-ink-2">{shown.context}</p>}
      <div className="mt-4 flex flex-col gap-3">
        <RuleWritten ask={shown} />
        <Options ask={shown} answering={answering} withKeys={!keys.isHeld} />
        {keys.isTooSoon && (
          <p role="status" className="text-sm text-needs">
            Another ask came up: look again.
          </p>
        )}
        <FreeText ask={shown} answering={answering} field={field} />
      </div>
      {keys.confirming && <ConfirmRule ask={shown} {...keys.confirming} />}
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

/** Several questions stand beside their options, and need not stand above them too. */
function headingOf({ kind, text, questions }: Ask, title: string): string {
  if (kind === 'plan') return text.trim() === '' ? title : text
  return questions.length > 1 ? `${questions.length} questions` : title
}

/** Who asks, and on whose behalf. */
function Asker({ ask }: { ask: Ask }): JSX.Element {
  return (
    <p className="text-sm text-ink-2">
      {kindWord(ask)} of <strong className="font-semibold text-ink">{ask.team}</strong>
      {ask.teammate && `, by ${ask.teammate}`}
      {ask.from !== 'user' && `, told by ${callerWords(ask.from)}`}
    </p>
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
    <section aria-label="The turn around it" className="mt-6">
      <h2 className="text-sm font-semibold">The turn around it</h2>
      <div className="mt-2 border-l-2 border-accent bg-accent-soft px-3 py-2">
        <div className="text-xs text-ink-2">{props.by === 'user' ? 'You' : callerWords(props.by)} told</div>
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
