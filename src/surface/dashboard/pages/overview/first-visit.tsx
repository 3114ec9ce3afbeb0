import { useMutation, useQuery } from '@tanstack/react-query'
import type { JSX } from 'react'
import { useWorld } from '../../data/context.ts'
import { statusReading } from '../../data/queries.ts'
import { useReading } from '../../data/reading.ts'

/** Without a team there is nothing to watch: how to get one. */
export function FirstVisit(): JSX.Element {
  const { data } = useQuery(useReading(statusReading).status)
  return (
    <div className="max-w-2xl py-6">
      <h1 className="text-2xl font-semibold tracking-tight">You have no team yet.</h1>
      <p className="mt-3 text-lg text-ink-2">
        A team is a project folder with a name. Its agent works there, answers what you and other teams tell
        it, and asks you when it needs you.
      </p>
      <ol className="mt-6 flex flex-col gap-5">
        <Step n={1} title="Add a project folder">
          <Command text="iris teams add shop ~/code/shop" />
        </Step>
        <Step n={2} title="Tell it something">
          <Command text='iris tell shop "What does this project do?"' />
        </Step>
        <Step n={3} title="Watch it here">
          <p className="text-ink-2">This page shows it at once; there is nothing to reload.</p>
        </Step>
      </ol>
      <TryDemo />
      {data && <p className="mt-6 text-sm text-ink-3">Your config is {data.config.path}</p>}
    </div>
  )
}

/** Starts the demo: real agents, a scripted model, nothing of yours. */
function TryDemo(): JSX.Element {
  const { client } = useWorld()
  const demo = useMutation({
    mutationFn: () => client.call('startDemo', {}),
    onSuccess: ({ url }) => location.assign(url),
  })
  return (
    <section aria-label="Demo" className="mt-8 border-t border-line pt-4">
      <h2 className="font-semibold">Or watch a team first</h2>
      <p className="mt-1 text-ink-2">
        The demo runs a team of six with the real Claude Code against a scripted model: no account, no key, no
        cost. It has a home of its own and ends with Iris.
      </p>
      <button
        type="button"
        className="button button-primary mt-3"
        disabled={demo.isPending}
        onClick={() => demo.mutate()}
      >
        {demo.isPending ? 'Starting the demo …' : 'Start the demo'}
      </button>
      {demo.error && (
        <p role="alert" className="mt-2 text-sm text-bad">
          {demo.error.message}
        </p>
      )}
    </section>
  )
}

function Step({ n, title, children }: { n: number; title: string; children: JSX.Element }): JSX.Element {
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)]">
      <span className="text-ink-3">{n}</span>
      <div>
        <h2 className="font-semibold">{title}</h2>
        <div className="mt-1">{children}</div>
      </div>
    </li>
  )
}

function Command({ text }: { text: string }): JSX.Element {
  return <code className="block border-l-2 border-line-2 bg-sunk px-3 py-2 font-mono text-sm">{text}</code>
}
