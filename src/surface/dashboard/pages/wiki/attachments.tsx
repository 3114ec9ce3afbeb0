import { useMutation, useQuery } from '@tanstack/react-query'
import type { JSX, ReactNode } from 'react'
import { useWorld } from '../../data/context.ts'
import { useReading } from '../../data/reading.ts'
import { Fault } from '../../parts/fault.tsx'
import { fileReading } from './queries.ts'

/** Pictures that a browser only draws. A drawing in SVG can hold a program, so it is a file like others. */
const pictures: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
}

const pictureType = (path: string): string | undefined =>
  pictures[path.split('.').at(-1)?.toLowerCase() ?? '']

/** A file beside the pages, where a page names it: a picture is shown, anything else can be downloaded. */
export function Attachment(props: { project: string; path: string; words: ReactNode }): JSX.Element {
  const { project, path, words } = props
  const type = pictureType(path)
  if (type !== undefined) return <Picture {...props} type={type} />
  return (
    <Download project={project} path={path}>
      {words}
    </Download>
  )
}

function Picture(props: { project: string; path: string; words: ReactNode; type: string }): JSX.Element {
  const { project, path, words, type } = props
  const { data, error } = useQuery(useReading(fileReading).file(project, path))
  if (error) return <span title={error.message}>{words}</span>
  return (
    <>
      <span className="sr-only">{words}</span>
      {data && <img alt="" src={`data:${type};base64,${data.base64}`} className="my-1 inline max-w-full" />}
    </>
  )
}

/** Every file of a wiki, to be downloaded. */
export function Files({ project, paths }: { project: string; paths: readonly string[] }): JSX.Element | null {
  if (paths.length === 0) return null
  return (
    <details className="mt-3 text-sm">
      <summary className="cursor-pointer py-1 font-semibold text-ink-2">Files ({paths.length})</summary>
      <ul className="max-h-48 overflow-y-auto border-l border-line pl-3">
        {paths.map((path) => (
          <li key={path} className="py-1 wrap-anywhere">
            <Download project={project} path={path}>
              {path}
            </Download>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Download(props: { project: string; path: string; children: ReactNode }): JSX.Element {
  const { project, path, children } = props
  const { client } = useWorld()
  const download = useMutation({
    mutationFn: () => client.call('readAttachment', { project, path }),
    onSuccess: ({ base64 }) => save(path, base64),
  })
  return (
    <>
      <button
        type="button"
        className="link text-left"
        title={`Download ${path}`}
        disabled={download.isPending}
        onClick={() => download.mutate()}
      >
        {children}
      </button>
      {download.error && <Fault error={download.error} />}
    </>
  )
}

/** Gives a file to the browser as bytes, which it keeps and does not open. */
function save(path: string, base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0)
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = url
  link.download = path.split('/').at(-1) ?? path
  link.click()
  URL.revokeObjectURL(url)
}
