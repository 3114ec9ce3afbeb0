import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { JSX } from 'react'
import type { Ask } from '../../../../contract/plain.ts'
import { describeAsk } from '../../../views/index.ts'
import { useWorld } from '../../data/context.ts'
import { Age } from '../../parts/age.tsx'

/** What a team waits for, with the answers that need no words. */
export function AskLine({ ask }: { ask: Ask }): JSX.Element {
  const { client } = useWorld()
  const cache = useQueryClient()
  const answer = useMutation({
    mutationFn: (choose: string) => client.call('answerAsk', { ask: ask.ask, choose }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['asks'] }),
  })
  const { title, detail } = describeAsk(ask)
  return (
    <li className="border-l-2 border-needs bg-needs-soft px-3 py-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="font-medium">{title}</span>
        <span className="text-xs text-ink-2">
          <Age at={ask.askedAt} />
        </span>
      </div>
      {detail && (
        <pre className="mt-1 max-h-32 overflow-auto font-mono text-sm whitespace-pre-wrap">{detail}</pre>
      )}
      <div className="mt-2 flex gap-2">
        {optionsOf(ask).map(({ key, label, description }) => (
          <button
            key={key}
            type="button"
            className="button"
            title={description}
            disabled={answer.isPending}
            onClick={() => answer.mutate(key)}
          >
            {label}
          </button>
        ))}
        {answer.error && <span className="self-center text-sm text-bad">{answer.error.message}</span>}
      </div>
    </li>
  )
}

/** What one click answers: of several questions none is. */
function optionsOf({ questions }: Ask): Ask['questions'][number]['options'] {
  const [only, more] = questions
  return only && !more && !only.multiSelect ? only.options : []
}
