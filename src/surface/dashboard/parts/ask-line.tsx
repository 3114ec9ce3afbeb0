import { Link } from '@tanstack/react-router'
import type { JSX } from 'react'
import type { Ask } from '../../../contract/plain.ts'
import { describeAsk, fallbackWords, oneLine } from '../../views/index.ts'
import { useNow } from '../data/context.ts'
import { Age } from './age.tsx'
import { Options, RuleWritten } from './answer.tsx'
import { useAnswering } from './answering.ts'

/** What a team waits for, with the answers that need no words. */
export function AskLine({ ask }: { ask: Ask }): JSX.Element {
  const answering = useAnswering(ask)
  const now = useNow()
  const { title, detail } = describeAsk(ask)
  return (
    <div className="border-l-2 border-needs bg-needs-soft px-3 py-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="min-w-0 font-medium">
          {oneLine(ask.questions.length > 1 ? `${ask.questions.length} questions` : title, 300)}
        </span>
        <span className="text-xs text-ink-2">
          <Age at={ask.askedAt} />
        </span>
      </div>
      {detail && (
        <pre className="mt-1 max-h-32 overflow-auto font-mono text-sm whitespace-pre-wrap">{detail}</pre>
      )}
      <div className="mt-2 flex flex-col gap-2">
        <RuleWritten ask={ask} />
        <Options ask={ask} answering={answering} withKeys={false} />
      </div>
      <p className="mt-2 text-xs text-ink-2">
        {fallbackWords(ask, now)}{' '}
        <Link to="/inbox" search={{ ask: ask.ask }} className="link">
          Answer in your own words
        </Link>
      </p>
    </div>
  )
}
