import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useId, useState, type JSX } from 'react'
import { useWorld } from '../../data/context.ts'
import { Fault } from '../../parts/fault.tsx'
import { Page } from '../../parts/page.tsx'

/** Where a person reads which program wants to speak for them, and allows it or not. */
export function Connect(): JSX.Element {
  const { client } = useWorld()
  const { request } = useParams({ strict: false })
  const name = request ?? ''
  const asked = useQuery({
    queryKey: ['connect', name],
    queryFn: () => client.call('showConnectRequest', { request: name }),
    retry: false,
  })
  const answer = useMutation({
    mutationFn: (wanted: { allow: boolean; mayAnswer: boolean }) =>
      client.call('answerConnectRequest', { request: name, ...wanted }),
    onSuccess: ({ location: next }) => location.assign(next),
  })
  const fault = asked.error ?? answer.error
  return (
    <Page>
      {fault && <Fault error={fault} />}
      {asked.data && !fault && (
        <Choice {...asked.data} isBusy={!answer.isIdle} onAnswer={(wanted) => answer.mutate(wanted)} />
      )}
    </Page>
  )
}

function Choice(props: {
  name: string
  leadsTo: string
  isBusy: boolean
  onAnswer: (answer: { allow: boolean; mayAnswer: boolean }) => void
}): JSX.Element {
  const { name, leadsTo, isBusy, onAnswer } = props
  const [mayAnswer, setMayAnswer] = useState(false)
  const id = useId()
  return (
    <section aria-labelledby={id} className="max-w-xl">
      <h1 id={id} className="text-2xl font-semibold tracking-tight">
        “{name}” wants to speak for you
      </h1>
      <p className="mt-3 text-ink-2">
        It calls itself that; nobody has checked. Your browser goes back to{' '}
        <code className="font-mono">{leadsTo}</code>. Allow it only if you have just connected it there.
      </p>
      <p className="mt-3 text-ink-2">
        It will read every room, idea, spec and review, your alerts and your profile, begin ideas and specs,
        and post in your name. Each message is marked as written by it. You can end this at any time under
        Settings, Tokens.
      </p>
      <label className="mt-4 flex items-center gap-2">
        <input type="checkbox" checked={mayAnswer} onChange={(event) => setMayAnswer(event.target.checked)} />
        It may also answer what agents ask, acknowledge alerts and change your profile
      </label>
      <div className="mt-5 flex gap-3">
        <button
          type="button"
          className="button"
          disabled={isBusy}
          onClick={() => onAnswer({ allow: true, mayAnswer })}
        >
          Allow
        </button>
        <button
          type="button"
          className="button"
          disabled={isBusy}
          onClick={() => onAnswer({ allow: false, mayAnswer: false })}
        >
          Refuse
        </button>
      </div>
    </section>
  )
}
