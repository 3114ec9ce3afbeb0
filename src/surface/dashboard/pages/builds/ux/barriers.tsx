import type { JSX } from 'react'
import type { UxBarrier, UxTest } from '../../../../../contract/plain.ts'
import { bySeverity } from '../../../../views/index.ts'
import { State } from '../../../parts/state.tsx'

/** What keeps people from using the pages, the worst first, each with what to do. */
export function Barriers({ test }: { test: UxTest }): JSX.Element | null {
  const { barriers, state } = test
  if (barriers.length === 0)
    return state === 'done' ? <p className="text-ink-2">No barrier was found.</p> : null
  return (
    <div>
      <h3 className="font-semibold">Barriers</h3>
      {bySeverity(barriers).map(({ impact, tone, barriers: own }) => (
        <details key={impact} open={tone === 'bad'} className="mt-1">
          <summary className="w-fit cursor-pointer underline decoration-line-2 underline-offset-2">
            <State tone={tone} words={`${own.length} ${impact}`} />
          </summary>
          <ul aria-label={`Barriers, ${impact}`} className="divide-y divide-line">
            {own.map((barrier) => (
              <Barrier key={`${barrier.rule} ${barrier.element}`} barrier={barrier} />
            ))}
          </ul>
        </details>
      ))}
    </div>
  )
}

function Barrier({ barrier }: { barrier: UxBarrier }): JSX.Element {
  const { rule, level, words, advice, element, page } = barrier
  return (
    <li className="py-1.5">
      <p className="flex flex-wrap gap-x-3 break-words">
        <span>{words}</span>
        <code className="font-mono">{page}</code>
        <span className="text-xs text-ink-3">
          {rule}, {level}
        </span>
      </p>
      <pre className="my-1 bg-sunk px-2 py-1 font-mono break-words whitespace-pre-wrap">{element}</pre>
      {advice !== '' && <p className="break-words whitespace-pre-wrap text-ink-2">{advice}</p>}
    </li>
  )
}
