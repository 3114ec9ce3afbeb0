import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { JSX } from 'react'
import type { CallOutput, WholeIdea } from '../../../../contract/plain.ts'
import { useWorld } from '../../data/context.ts'
import { onlyLooks, useMayChange } from '../../data/may-change.ts'
import { useReading } from '../../data/reading.ts'
import { Avatar } from '../../parts/avatar.tsx'
import { Fault } from '../../parts/fault.tsx'
import { Markdown } from '../../parts/markdown.tsx'
import { ideasReading } from './queries.ts'
import { WordsForm } from './words-form.tsx'

type Message = CallOutput<'readIdeaMessages'>['messages'][number]

/** What was said, and where more is said. */
export function Talk({ idea }: { idea: WholeIdea }): JSX.Element {
  const { client } = useWorld()
  const cache = useQueryClient()
  const mayChange = useMayChange()
  const { data } = useQuery(useReading(ideasReading).talk(idea.idea))
  const say = useMutation({
    mutationFn: (text: string) => client.call('sayToIdea', { idea: idea.idea, text }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['ideas'] }),
  })
  const isThinking = idea.state === 'LOADING' || idea.state === 'ACTIVE'
  return (
    <section aria-label="Talk" className="flex flex-col gap-4">
      <div className="flex flex-col gap-4" role="log" aria-label="What was said">
        {data?.messages.map((message) => (
          <Said key={message.n} message={message} />
        ))}
        {isThinking && <p className="pl-9 text-sm text-ink-2">Iris thinks …</p>}
      </div>
      {mayChange ? (
        <WordsForm
          label="Say something about it"
          placeholder="Answer, or say more"
          button="Say"
          isPending={say.isPending}
          onSend={(text) => say.mutate(text)}
        />
      ) : (
        <p className="text-sm text-ink-2">{onlyLooks}</p>
      )}
      {say.error && <Fault error={say.error} />}
    </section>
  )
}

function Said({ message: { by, text } }: { message: Message }): JSX.Element {
  if (by === 'you')
    return (
      <div className="max-w-[85%] self-end border-r-2 border-accent bg-accent-soft px-3 py-2 whitespace-pre-wrap">
        {text}
      </div>
    )
  return (
    <div className="grid grid-cols-[24px_minmax(0,1fr)] gap-3">
      <Avatar name="Iris" />
      <Markdown text={text} />
    </div>
  )
}
