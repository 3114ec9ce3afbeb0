import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { JSX } from 'react'
import { useReading } from '../../data/reading.ts'
import { Snippet } from '../../parts/snippet.tsx'
import { wikiReading } from './queries.ts'

/** What was found, while it is typed. */
export function Found({ project, words }: { project: string; words: string }): JSX.Element {
  const { data } = useQuery(useReading(wikiReading).found(project, words))
  return (
    <section aria-label="Found pages" aria-live="polite" className="mt-3 text-sm">
      {data?.found.length === 0 && <p className="text-ink-3">No page has these words.</p>}
      <ul className="divide-y divide-line">
        {data?.found.map(({ page, snippet }) => (
          <li key={page} className="py-1.5">
            <Link to="/wiki" search={{ project, page }} className="font-semibold hover:underline">
              {page}
            </Link>
            <p className="line-clamp-2 text-ink-2">
              <Snippet text={snippet} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
