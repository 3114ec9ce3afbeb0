import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useRef, useState, type JSX } from 'react'
import type { CallOutput } from '../../../../contract/plain.ts'
import { useKeys } from '../../app/keys.ts'
import { teamsReading } from '../../data/queries.ts'
import { useReading } from '../../data/reading.ts'
import { Fault } from '../../parts/fault.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Files } from './attachments.tsx'
import { Editor } from './editor.tsx'
import { Found } from './found.tsx'
import { PageHistory } from './history.tsx'
import { NewPage } from './new-page.tsx'
import { wikiReading } from './queries.ts'
import { ReadPage } from './reading.tsx'
import type { WikiSearch } from './search.ts'
import { Tree } from './tree.tsx'

/** The record of a project: its pages, who wrote them, and what they were. */
export function Wiki(): JSX.Element {
  const search = useSearch({ strict: false })
  const { project, isKnown } = useProject(search.project)
  if (project === undefined) return <NoWiki isKnown={isKnown} />
  return <WikiOf key={project} project={project} search={search} />
}

/** The project that is meant, else the first there is. */
function useProject(wanted: string | undefined): { project: string | undefined; isKnown: boolean } {
  const wikis = useQuery(useReading(wikiReading).wikis())
  const teams = useQuery(useReading(teamsReading).teams)
  return {
    project: wanted ?? wikis.data?.wikis[0]?.project ?? (wikis.data && teams.data?.teams[0]?.name),
    isKnown: wikis.data !== undefined && teams.data !== undefined,
  }
}

function NoWiki({ isKnown }: { isKnown: boolean }): JSX.Element {
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-5 sm:px-6">
      <h1 className="text-2xl font-semibold tracking-tight">Wiki</h1>
      {isKnown && <p className="mt-3 text-ink-2">Every project has one. Add a team first: iris teams add.</p>}
    </div>
  )
}

function WikiOf({ project, search }: { project: string; search: WikiSearch }): JSX.Element {
  const { data, error } = useQuery(useReading(wikiReading).pages(project))
  const [isNaming, setNaming] = useState(false)
  const go = useGo(project)
  const page = search.page ?? homeOf(data?.pages.map((one) => one.page) ?? [])
  useKeys({
    n: () => setNaming(true),
    e: () => page && go({ page, view: 'edit' }),
    h: () => page && go({ page, view: 'history' }),
  })
  return (
    <div className="mx-auto grid w-full max-w-7xl grid-cols-1 gap-x-8 gap-y-4 px-4 py-5 sm:px-6 lg:grid-cols-[16rem_minmax(0,1fr)] print:block">
      <Aside
        project={project}
        list={data}
        current={page}
        isAlone={search.view !== undefined}
        onNew={() => setNaming(true)}
      />
      <div className="min-w-0">
        {error && <Fault error={error} className="mb-3" />}
        {data?.wiki.problem && <Notice tone="bad">{data.wiki.problem}</Notice>}
        {page === undefined ? data && <Empty /> : <Shown at={{ project, page }} search={search} go={go} />}
      </div>
      {isNaming && (
        <NewPage onClose={() => setNaming(false)} onNamed={(name) => go({ page: name, view: 'edit' })} />
      )}
    </div>
  )
}

/** Every page, what is found while it is typed, and every file. */
function Aside(props: {
  project: string
  list: CallOutput<'listPages'> | undefined
  current: string | undefined
  /** On a phone there is room for the page alone. */
  isAlone: boolean
  onNew: () => void
}): JSX.Element {
  const { project, list, current, isAlone, onNew } = props
  const [words, setWords] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useKeys({ '/': () => field.current?.focus() })
  return (
    <aside aria-label="Pages" className={`min-w-0 print:hidden ${isAlone ? 'hidden lg:block' : ''}`}>
      <h1 className="text-2xl font-semibold tracking-tight">Wiki</h1>
      <Projects project={project} />
      <input
        ref={field}
        type="search"
        aria-label="Search pages"
        placeholder="Search pages (/)"
        className="field mt-3 w-full"
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      {words.trim() === '' ? (
        <Tree project={project} pages={list?.pages ?? []} current={current} />
      ) : (
        <Found project={project} words={words} />
      )}
      <Files project={project} paths={list?.attachments ?? []} />
      <button type="button" className="button mt-3" onClick={onNew}>
        New page
      </button>
    </aside>
  )
}

/** The page that is shown first. */
function homeOf(pages: readonly string[]): string | undefined {
  return ['Home', 'Sprint'].find((name) => pages.includes(name)) ?? pages[0]
}

type Go = (to: { page: string; view?: WikiSearch['view'] }) => void

function useGo(project: string): Go {
  const navigate = useNavigate()
  return useCallback(
    ({ page, view }) => void navigate({ to: '/wiki', search: { project, page, ...(view && { view }) } }),
    [navigate, project],
  )
}

function Shown(props: { at: { project: string; page: string }; search: WikiSearch; go: Go }): JSX.Element {
  const { at, search, go } = props
  const { page } = at
  const key = `${page} ${search.view ?? ''}`
  if (search.view === 'edit') return <Editor key={key} at={at} onDone={(name) => go({ page: name })} />
  if (search.view === 'history') return <PageHistory key={key} at={at} onDone={() => go({ page })} />
  return <ReadPage key={key} at={at} go={go} />
}

function Projects({ project }: { project: string }): JSX.Element | null {
  const wikis = useQuery(useReading(wikiReading).wikis()).data?.wikis ?? []
  const navigate = useNavigate()
  if (wikis.length < 2) return null
  return (
    <select
      aria-label="Project"
      className="field mt-3 w-full"
      value={project}
      onChange={(event) => void navigate({ to: '/wiki', search: { project: event.target.value } })}
    >
      {wikis.map((one) => (
        <option key={one.project}>{one.project}</option>
      ))}
    </select>
  )
}

function Empty(): JSX.Element {
  return (
    <div className="max-w-[46rem]">
      <h2 className="text-lg font-semibold">There are no pages yet.</h2>
      <p className="mt-2 text-ink-2">
        Agents write here what has to outlive them: Sprint, handoffs, plans of tasks, decisions. Begin one
        with “New page”, or with{' '}
        <code className="rounded-sm bg-sunk px-1 font-mono">iris wiki edit Sprint</code>.
      </p>
    </div>
  )
}
