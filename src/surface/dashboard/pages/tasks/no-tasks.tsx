import type { JSX } from 'react'
import { Page } from '../../parts/page.tsx'

const ways = [
  [
    'iris tasks import specs/001/tasks.md --team shop',
    'the tasks of a file: spec-kit, Kiro, OpenSpec, task-master, beads',
  ],
  ['iris tasks add shop "Add a search box" --check "npm test"', 'one task by hand'],
] as const

/** What would be here and how to get it. */
export function NoTasks(): JSX.Element {
  return (
    <Page>
      <h1 className="text-2xl font-semibold tracking-tight">There are no tasks yet.</h1>
      <p className="mt-3 max-w-2xl text-ink-2">
        A task is a unit of work with its files, a check that proves it, and what it waits for. Iris works out
        what is ready and what is blocked, and draws it here. Add some in a terminal:
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
