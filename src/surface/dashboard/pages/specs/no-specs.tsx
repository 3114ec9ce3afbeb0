import type { JSX } from 'react'
import { Page } from '../../parts/page.tsx'

const ways = [
  ['iris spec new "People can export their habits" --team shop', 'a document with its tasks, to be approved'],
  ['iris spec new "Rename the button to Save" --team shop', 'small work: the goal is the task'],
] as const

/** What would be here and how to get it. */
export function NoSpecs(): JSX.Element {
  return (
    <Page>
      <h1 className="text-2xl font-semibold tracking-tight">There are no specs yet.</h1>
      <p className="mt-3 max-w-2xl text-ink-2">
        A spec says what will be built: numbered requirements, and tasks with a check for each. You approve it
        or send it back with comments; only then does anybody build it. Have one written in a terminal:
      </p>
      <dl className="mt-4 flex flex-col gap-3">
        {ways.map(([command, words]) => (
          <div key={command}>
            <dt>
              <code className="font-mono wrap-anywhere">{command}</code>
            </dt>
            <dd className="text-sm text-ink-2">{words}</dd>
          </div>
        ))}
      </dl>
    </Page>
  )
}
