// What the tools of otterwiki-mcp say, which is meant for a model: words with a fixed form.
import type { PageAuthor, PageRevision } from '../../contract/index.ts'

export const isMissing = (said: string): boolean => said.startsWith('Page not found')
export const isConflict = (said: string): boolean => said.startsWith('Conflict')

/** How the answer of a tool begins. The server tells its own faults in words too, and as if nothing were wrong. */
export const forms = {
  read_note: /^# .*\nPath: /,
  list_notes: /^Found \d+ notes/,
  find_orphaned_notes: /^(?:Found \d+ orphaned notes|No orphaned notes)/,
  get_links: /^Links for /,
  search_notes: /^\d+ results for /,
  get_history: /^(?:History for|No history for) /,
} as const satisfies Record<string, RegExp>

/** Lines about the page, an empty one, three dashes, then its text. */
export function noteIn(said: string): { path: string; revision: string | undefined; text: string } {
  const [, head = '', text = ''] = /^([\s\S]*?)\n\n---\n([\s\S]*)$/.exec(said) ?? []
  const line = (name: string): string | undefined => new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1]
  const revision = /\b[0-9a-f]{7,64}\b/.exec(line('Revision') ?? '')?.[0]
  return { path: line('Path') ?? '', revision, text }
}

export const revisionIn = (said: string): string | undefined =>
  /^(?:Created|Updated|Edited|Renamed) .*\(revision: ([0-9a-f]{7,64})\)/.exec(said)?.[1]

/** A page, then what its head says and how many words it has; servers of before said when it was updated. */
const listed = /^- (.+) \(([^()]*(?:\b\d+ words|, updated [^()]*))\)$/
const listedWithBrackets = /^- (.+?) \((.*\b\d+ words)\)$/

export function notesIn(said: string): { path: string; at: number }[] {
  return said.split('\n').flatMap((line) => {
    const [, path, about = ''] = listed.exec(line) ?? listedWithBrackets.exec(line) ?? []
    const date = /\bupdated:? ([\d:.TZ+-]+)/.exec(about)?.[1]
    return path === undefined ? [] : [{ path, at: timeOf(date) }]
  })
}

export const orphansIn = (said: string): string[] =>
  said.split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []))

export const itemsIn = (said: string): string[] =>
  said.split('\n').flatMap((line) => (line.startsWith('  - ') ? [line.slice(4)] : []))

export function linksIn(said: string): { to: string[]; from: string[] } {
  const [to = '', from = ''] = said.split(/^Linked from .*$/m)
  return { to: itemsIn(to), from: itemsIn(from) }
}

export function foundIn(said: string): { path: string; snippet: string }[] {
  const found: { path: string; snippet: string }[] = []
  for (const line of said.split('\n')) {
    const path = /^\d+\. (.+) \(score: [\d.]+\)$/.exec(line)?.[1]
    const last = found.at(-1)
    if (path !== undefined) found.push({ path, snippet: '' })
    else if (last && line.startsWith('   ')) last.snippet += line.trim()
  }
  return found
}

/** Each revision on a line, and on the next, indented, why. */
export function historyIn(said: string, page: string): PageRevision[] {
  const revisions: PageRevision[] = []
  for (const line of said.split('\n')) {
    const [, revision, date, author] = /^- ([0-9a-f]{7,64}) \| (.*?) \| (.*)$/.exec(line) ?? []
    const last = revisions.at(-1)
    if (revision !== undefined)
      revisions.push({
        revision,
        at: timeOf(date),
        author: { name: author ?? '', kind: 'outside', task: null },
        message: '',
        page,
      })
    else if (last && line.startsWith('  ') && last.message === '')
      Object.assign(last, wordsOf(line.trim(), last.author))
  }
  return revisions
}

/** The server has one author for all, so who wrote goes into the message. */
export function messageOf({ name, kind, task }: PageAuthor, why: string): string {
  const plain = (text: string): string => text.replaceAll(/[[\]\s\p{Cc}]+/gu, ' ').trim()
  return `[${kind} ${plain(name)}${task === null ? '' : ` for ${plain(task)}`}] ${plain(why)}`.slice(0, 300)
}

function wordsOf(message: string, usual: PageAuthor): { author: PageAuthor; message: string } {
  const found = /^(?:\[mcp\] )?\[(human|delegate|agent) ([^\]]*?)(?: for ([^\] ]+))?\] (.*)$/.exec(message)
  if (!found) return { author: usual, message }
  const [, kind, name = '', task, why = ''] = found
  const is = kind === 'agent' || kind === 'delegate' ? kind : 'human'
  return { author: { name, kind: is, task: task ?? null }, message: why }
}

function timeOf(date: string | undefined): number {
  const time = Date.parse(date ?? '')
  return Number.isNaN(time) ? 0 : time
}
