import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback, useMemo, type JSX, type ReactNode } from 'react'
import { withPageLinks } from '../../../../contract/plain.ts'
import { useReading } from '../../data/reading.ts'
import { Places } from '../../parts/inlines.tsx'
import { Markdown } from '../../parts/markdown.tsx'
import { Attachment } from './attachments.tsx'
import { wikiReading, type PageAt } from './queries.ts'

/** With a dot, by which the reader takes it for a place and no browser for an address. */
const mark = 'wiki.page:'

/** The text of a page by the one reader of Markdown; its links to pages and files lead there. */
export function PageText({ at, text }: { at: PageAt; text: string }): JSX.Element {
  const { project, page: here } = at
  const shown = useMemo(() => withPageLinks(text, asLink), [text])
  const files = useQuery(useReading(wikiReading).pages(project)).data?.attachments
  const place = useCallback(
    (target: string, words: ReactNode): JSX.Element | undefined => {
      const page = pageIn(target)
      if (page !== undefined)
        return (
          <Link to="/wiki" search={{ project, page }} className="link">
            {words}
          </Link>
        )
      const path = fileIn(target, here, files ?? [])
      return path === undefined ? undefined : <Attachment project={project} path={path} words={words} />
    },
    [project, here, files],
  )
  return (
    <Places value={place}>
      <Markdown text={shown} />
    </Places>
  )
}

const asLink = ({ name, label }: { name: string; label: string }): string =>
  `[${(label.slice(1) || name).replaceAll(/[\\[\]`*_]/g, String.raw`\$&`)}](<${mark}${encodeURI(name)}>)`

function pageIn(target: string): string | undefined {
  return target.startsWith(mark) ? decoded(target.slice(mark.length)) : undefined
}

/** The file that is meant: from the top of the wiki, or beside the page. */
function fileIn(target: string, page: string, files: readonly string[]): string | undefined {
  const path = decoded(target)?.normalize('NFC')
  if (path === undefined) return undefined
  const beside = [...page.split('/').slice(0, -1), path].join('/')
  return [path.replace(/^\//, ''), beside].find((one) => files.includes(one))
}

function decoded(target: string): string | undefined {
  try {
    return decodeURI(target)
  } catch {
    // Something that somebody wrote by hand and that names nothing.
    return undefined
  }
}
