import { fence, inQuotes } from '../fencing.ts'
import type { FoundPage, PageAuthor, PageInfo, PageRevision, PageText } from './schemas.ts'

const whole = { most: Number.POSITIVE_INFINITY }
const maxListed = 200

/** Who wrote it, in a sentence of ours. */
function toldAuthor({ name, kind, task }: PageAuthor): string {
  const quoted = inQuotes(name)
  const who = {
    agent: `the agent ${quoted}`,
    human: `a person, ${quoted}`,
    delegate: `${quoted}, who speaks for the person`,
    outside: `${quoted}, outside Iris`,
  }[kind]
  return task === null ? who : `${who}, for the task ${inQuotes(task)}`
}

/** A page in front of an agent: fenced, with whose words it is. */
export function toldPage({ page, author, text, revision, isTemplate }: PageText): string {
  if (isTemplate)
    return `There is no page ${inQuotes(page)} yet. A page of this kind begins like this; write it without a revision:\n${fence(text, whole)}`
  const by = author ? `last written by ${toldAuthor(author)}` : 'of nobody known'
  return `The page ${inQuotes(page)} at revision ${revision ?? ''}, ${by}. Earlier writers may have written parts of it:\n${fence(text, whole)}`
}

/** The names of pages, which others chose, as data. */
export function toldPages(pages: readonly PageInfo[]): string {
  if (pages.length === 0) return 'There is no page here.'
  const shown = pages
    .slice(0, maxListed)
    .map(({ page, revision }) => `${(revision ?? '').slice(0, 10)} ${page}`)
  const more = pages.length > maxListed ? `\n${pages.length - maxListed} more: name a prefix.` : ''
  return `Revisions and names of pages, as their writers chose them:\n${fence(shown.join('\n'), whole)}${more}`
}

/** What was found, as data. */
export function toldFound(found: readonly FoundPage[]): string {
  if (found.length === 0) return 'No page has these words.'
  return found
    .map(
      ({ page, author, snippet }) =>
        `In ${inQuotes(page)}, last written by ${toldAuthor(author)}:\n${fence(unmarked(snippet), whole)}`,
    )
    .join('\n\n')
}

const unmarked = (snippet: string): string => snippet.replaceAll('\u0002', '').replaceAll('\u0003', '')

/** Revisions of a page, newest first, as data. */
export function toldHistory(revisions: readonly PageRevision[]): string {
  if (revisions.length === 0) return 'It has no history.'
  return revisions
    .map(
      ({ revision, author, at, message }) =>
        `${revision.slice(0, 12)} of ${new Date(at).toISOString()} by ${toldAuthor(author)}:\n${fence(message)}`,
    )
    .join('\n')
}

/** Rows of a table, as data. */
export function toldRows(rows: readonly Readonly<Record<string, string>>[]): string {
  if (rows.length === 0) return 'It has no table with rows.'
  return `Its rows, in the words of their writers:\n${fence(rows.map((row) => JSON.stringify(row)).join('\n'), whole)}`
}

/** Links of a page, as data. */
export function toldLinks({
  links,
  backlinks,
}: {
  links: readonly { page: string; isThere: boolean }[]
  backlinks: readonly string[]
}): string {
  const out = links.map(({ page, isThere }) => (isThere ? page : `${page} (no such page)`))
  const words = (list: readonly string[]): string =>
    list.length === 0 ? 'none' : `\n${fence(list.join('\n'), whole)}`
  return `It links to: ${words(out)}\nPages that link to it: ${words(backlinks)}`
}
