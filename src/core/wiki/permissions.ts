import { IrisError, inQuotes, type PageAuthor } from '../../contract/index.ts'
import type { WikiSettings } from '../../platform/config/index.ts'
import { nameKey } from './names.ts'
import { templateFolder } from './templates.ts'

const maxNamed = 20

/** Refuses an agent that writes where its role may not. People and who speaks for them write anywhere; only people write templates. */
export function mayWrite(settings: WikiSettings, author: PageAuthor, page: string): void {
  if (isTheirs(settings, author, page)) return
  const where = namesOf(settings, author).map((pattern) => inQuotes(pattern))
  throw new IrisError(
    'PAGE_NOT_YOURS',
    `You may not write ${inQuotes(page)}; you may write: ${where.join(', ') || 'nothing'}.`,
  )
}

/** Refuses a rename that would rewrite the links in pages that its author may not write (ADR 154). */
export function mayRelink(settings: WikiSettings, author: PageAuthor, others: readonly string[]): void {
  const pages = others.filter((page) => !isTheirs(settings, author, page))
  if (pages.length === 0) return
  const many = pages.length === 1 ? '1 page links' : `${pages.length} pages link`
  throw new IrisError(
    'PAGE_NOT_YOURS',
    `${many} to it that you may not write, and a rename would rewrite the links there. Write a page of the new name, with a link to it in the old one; or ask a person to rename it.`,
    { details: { pages: pages.slice(0, maxNamed) } },
  )
}

function isTheirs(settings: WikiSettings, author: PageAuthor, page: string): boolean {
  if (author.kind === 'human') return true
  if (nameKey(page).startsWith(nameKey(templateFolder))) return false
  return namesOf(settings, author).some((pattern) => fits(pattern, page))
}

function namesOf(settings: WikiSettings, { kind, task, name }: PageAuthor): string[] {
  const patterns = kind === 'delegate' ? ['*'] : settings.mayWrite[task === null ? 'agent' : 'worker']
  return patterns.map((pattern) => pattern.replaceAll('{task}', task ?? '').replaceAll('{name}', name))
}

function fits(pattern: string, page: string): boolean {
  const [wanted, name] = [nameKey(pattern), nameKey(page)]
  return wanted.endsWith('*') ? name.startsWith(wanted.slice(0, -1)) : name === wanted
}
