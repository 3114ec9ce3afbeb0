import { useQuery } from '@tanstack/react-query'
import type { JSX } from 'react'
import { useWorld } from '../../data/context.ts'

/** Without a team there is nothing to watch: how to get one. */
export function FirstVisit(): JSX.Element {
  const { queries } = useWorld()
  const { data } = useQuery(queries.status)
  return (
    <div className="max-w-2xl py-6">
      <h1 className="text-2xl font-semibold tracking-tight">You have no team yet.</h1>
      <p className="mt-3 text-lg text-ink-2">
        A team is a project folder with a name. Its agent works there, answers what you and other teams tell
        it, and asks you when it needs you.
      </p>
      <ol className="mt-6 flex flex-col gap-5">
        <Step n={1} title="Name a folder">
          <Command text="iris teams add shop ~/code/shop" />
        </Step>
        <Step n={2} title="Tell it something">
          <Command text='iris tell shop "What does this project do?"' />
        </Step>
        <Step n={3} title="Watch it here">
          <p className="text-ink-2">This page shows it at once; there is nothing to reload.</p>
        </Step>
      </ol>
      {data && <p className="mt-6 text-sm text-ink-3">Your config is {data.config.path}</p>}
    </div>
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
