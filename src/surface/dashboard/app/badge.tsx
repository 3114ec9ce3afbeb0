import { useEffect } from 'react'
import type { Problem } from '../../views/index.ts'
import { useOpenAsks } from '../pages/inbox/open-count.tsx'
import { useProblems } from '../pages/overview/current-problems.ts'

const most = 9
const plain = '/icon.svg'

/** Says on the tab, in its title and on its icon, how many asks are open and how many problems there are. */
export function Badge(): null {
  const count = useOpenAsks() + useProblems().filter(isBad).length
  useEffect(() => {
    document.title = count > 0 ? `(${count}) Iris` : 'Iris'
    document.querySelector('link[rel=icon]')?.setAttribute('href', count > 0 ? iconWith(count) : plain)
  }, [count])
  return null
}

/** What only may become one does not count, nor what stands among the asks. */
function isBad({ severity, way }: Problem): boolean {
  return severity !== 'warning' && !(way !== null && 'page' in way && way.page === 'inbox')
}

/** The icon of Iris with a number in its corner; readable on light and on dark tabs. */
function iconWith(count: number): string {
  const words = count > most ? `${most}+` : String(count)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="14" cy="14" r="12" fill="#4f46c8"/><circle cx="14" cy="14" r="5.5" fill="none" stroke="#fff" stroke-width="3"/><circle cx="21.5" cy="21.5" r="10.5" fill="#b3261e" stroke="#fff" stroke-width="1.5"/><text x="21.5" y="${words.length > 1 ? 25.5 : 26.5}" text-anchor="middle" font-family="system-ui,sans-serif" font-weight="700" font-size="${words.length > 1 ? 12 : 15}" fill="#fff">${words}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
