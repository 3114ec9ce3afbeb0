import { Link } from '@tanstack/react-router'
import type { JSX } from 'react'
import type { PageInfo } from '../../../../contract/plain.ts'

interface Folder {
  name: string
  page?: string
  inside: Map<string, Folder>
}

/** Every page under its folder. */
export function Tree(props: {
  project: string
  pages: readonly PageInfo[]
  current: string | undefined
}): JSX.Element {
  const { project, pages, current } = props
  return (
    <nav aria-label="Pages by name" className="mt-3 max-h-36 overflow-y-auto text-sm lg:max-h-none">
      <Branch folder={foldersOf(pages)} project={project} current={current} />
    </nav>
  )
}

function foldersOf(pages: readonly PageInfo[]): Folder {
  const root: Folder = { name: '', inside: new Map() }
  for (const { page } of pages) {
    let at = root
    for (const name of page.split('/')) {
      const next = at.inside.get(name) ?? { name, inside: new Map() }
      at.inside.set(name, next)
      at = next
    }
    at.page = page
  }
  return root
}

interface Shown {
  project: string
  current: string | undefined
}

function Branch({ folder, ...shown }: Shown & { folder: Folder }): JSX.Element {
  return (
    <ul>
      {[...folder.inside.values()].map((one) => (
        <li key={one.name}>
          {one.page !== undefined && <Leaf {...shown} page={one.page} name={one.name} />}
          {one.inside.size > 0 && (
            <details open={one.inside.size < 20 || (shown.current?.startsWith(`${one.name}/`) ?? false)}>
              <summary className="cursor-pointer py-1 font-semibold text-ink-2">{one.name}</summary>
              <div className="border-l border-line pl-3">
                <Branch {...shown} folder={one} />
              </div>
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}

function Leaf({ project, current, page, name }: Shown & { page: string; name: string }): JSX.Element {
  const isHere = page === current
  return (
    <Link
      to="/wiki"
      search={{ project, page }}
      aria-current={isHere ? 'page' : undefined}
      className={`block truncate py-1 hover:underline ${isHere ? 'font-semibold' : ''}`}
    >
      {name}
    </Link>
  )
}
