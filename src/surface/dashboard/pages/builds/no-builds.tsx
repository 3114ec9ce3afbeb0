import { Link } from '@tanstack/react-router'
import type { JSX } from 'react'
import { Page } from '../../parts/page.tsx'

const ways = [
  ['iris work <file> --team <team>', 'works the tasks of a file, such as specs/001/tasks.md'],
  ['iris work --team <team>', 'works all open tasks of its project'],
] as const

/** What would be here and how to get it. */
export function NoBuilds(): JSX.Element {
  return (
    <Page>
      <h1 className="text-2xl font-semibold tracking-tight">There are no builds yet.</h1>
      <p className="mt-3 max-w-2xl text-ink-2">
        A build is tasks being worked: each by an agent in a worktree of its own, and done only when a check
        that Iris ran says so. You see the plan before anything begins. Start one in a terminal:
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
      <p className="mt-6 text-sm">
        <Link to="/builds/ux" className="link">
          UX tests
        </Link>
      </p>
    </Page>
  )
}
