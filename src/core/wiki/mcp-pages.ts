import {
  IrisError,
  inQuotes,
  type PageAuthor,
  type PageChange,
  type PageRevision,
} from '../../contract/index.ts'
import type { StoredPage, Writer } from './backend.ts'
import { revisionOf, textAfter, type Intent } from './intents.ts'
import * as answers from './mcp-answers.ts'
import type { ToolServer } from './mcp-client.ts'
import { nameKey } from './names.ts'

const maxTries = 20
const maxHistory = 200

/** Calls a tool of the server; says what it answers in words, which have the form of that tool. */
export type Ask = (tool: string, args: Record<string, unknown>) => Promise<string>

/** Who wrote a page, where the server does not say. */
export const nobody: PageAuthor = { name: 'the wiki server', kind: 'outside', task: null }

const forms: Readonly<Record<string, RegExp>> = answers.forms

/** The words of a tool. It answers in words also when something is wrong: what is none of its forms is no page, and no empty list. */
export function asker(tools: ToolServer): Ask {
  return async (tool, args) => {
    const { isError, text, value } = await tools.call(tool, args)
    const said = typeof value === 'string' ? value : text
    if (answers.isMissing(said) || answers.isConflict(said)) return said
    if (isError || forms[tool]?.test(said) === false) throw odd(said)
    return said
  }
}

export function odd(said: string): IrisError {
  return new IrisError('WIKI_SERVER_FAILED', `The wiki server says: ${inQuotes(said, 500)}`)
}

export async function readNote(ask: Ask, page: string, at?: string): Promise<StoredPage | undefined> {
  const said = await ask('read_note', { path: page, ...(at !== undefined && { revision: at }) })
  if (answers.isMissing(said)) return undefined
  const found = answers.noteIn(said)
  const last = await lastChange(ask, page, at)
  const revision = at ?? found.revision ?? last?.revision
  if (revision === undefined) throw odd('read_note gives no revision')
  const { author, at: changedAt } = last ?? { author: nobody, at: 0 }
  return { page: found.path || page, revision, text: found.text, author, changedAt }
}

export async function historyOf(ask: Ask, page: string, limit: number): Promise<PageRevision[]> {
  return answers.historyIn(await ask('get_history', { path: page, limit }), page)
}

/** The change that made a page what it is, or what it was at a revision. */
async function lastChange(ask: Ask, page: string, at?: string): Promise<PageRevision | undefined> {
  if (at === undefined) return (await historyOf(ask, page, 1))[0]
  return (await historyOf(ask, page, maxHistory)).find(({ revision }) => isSame(revision, at))
}

const isSame = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one)

/** Writes what follows from what is there; appends and new numbers are tried again when somebody was faster. */
export async function changeNote(ask: Ask, wanted: string, of: Change): Promise<PageChange> {
  const isNumbered = wanted.endsWith('-*')
  for (let tries = 0; tries < maxTries; tries += 1) {
    const page = isNumbered ? await numbered(ask, wanted) : wanted
    const { changed, said } = await tryChange(ask, page, { ...of, isNumbered })
    if (changed) return changed
    if (of.intent.do !== 'append' && !isNumbered)
      refuseStale({ page, there: await readNote(ask, page), intent: of.intent, said })
  }
  throw new IrisError('WIKI_BUSY', `The page ${wanted} changes all the time.`)
}

interface Change {
  intent: Intent
  by: Writer
}

/** What was changed; or what the server said when somebody was faster. */
async function tryChange(
  ask: Ask,
  page: string,
  { intent, by, isNumbered }: Change & { isNumbered: boolean },
): Promise<{ changed?: PageChange; said?: string }> {
  const there = await readNote(ask, page)
  if (isNumbered && there) return { said: 'The number is taken.' }
  refuseStale({ page, there, intent })
  const content = textAfter(page, there?.text, intent)
  if (content === there?.text)
    return { changed: { page, revision: there?.revision ?? null, isChanged: false } }
  const message = answers.messageOf(by.author, by.why || `${intent.do} ${page}`)
  if (content === null) return { changed: await remove(ask, page, message) }
  return put(ask, { page, content, message, over: there?.revision })
}

async function put(
  ask: Ask,
  of: { page: string; content: string; message: string; over: string | undefined },
): Promise<{ changed?: PageChange; said?: string }> {
  const { page, content, message, over } = of
  const known = over === undefined ? {} : { revision: over }
  const said = await ask('write_note', { path: page, content, commit_message: message, ...known })
  const revision = answers.revisionIn(said)
  if (revision !== undefined) return { changed: { page, revision, isChanged: true } }
  if (!answers.isConflict(said)) throw odd(said)
  return { said }
}

async function remove(ask: Ask, page: string, message: string): Promise<PageChange> {
  const said = await ask('delete_note', { path: page, commit_message: message })
  if (!said.startsWith('Deleted')) throw odd(said)
  return { page, revision: null, isChanged: true }
}

async function numbered(ask: Ask, wanted: string): Promise<string> {
  const stem = wanted.slice(0, -1)
  const listed = answers.notesIn(await ask('list_notes', { prefix: stem }))
  const numbers = listed.flatMap(({ path }) => {
    const rest = nameKey(path).startsWith(nameKey(stem)) ? path.slice(stem.length) : ''
    return /^\d{1,9}$/.test(rest) ? [Number(rest)] : []
  })
  return `${stem}${Math.max(0, ...numbers) + 1}`
}

/** Refuses a caller who has not read what is there now; `said` when the server has refused it. */
function refuseStale(of: {
  page: string
  there: StoredPage | undefined
  intent: Intent
  said?: string | undefined
}): void {
  const { page, there, intent, said } = of
  if (intent.do === 'append') return
  if (!there && (intent.do === 'edit' || intent.do === 'delete'))
    throw new IrisError('PAGE_UNKNOWN', `There is no page ${page}.`)
  if (said === undefined && isFitting(there, revisionOf(intent))) return
  if (there && intent.do === 'write' && textAfter(page, there.text, intent) === there.text) return
  throw conflict(page, there, revisionOf(intent))
}

function isFitting(there: StoredPage | undefined, revision: string | undefined): boolean {
  if (!there) return revision === undefined
  return revision !== undefined && isSame(there.revision, revision)
}

function conflict(page: string, there: StoredPage | undefined, read: string | undefined): IrisError {
  const why = there ? `was changed by ${inQuotes(there.author.name)}` : 'was deleted'
  const about = { page, revision: there?.revision ?? null, read: read ?? null, text: there?.text ?? null }
  return new IrisError('PAGE_CONFLICT', `The page ${page} ${why}. Read it again.`, {
    details: { ...about, diff: '' },
  })
}
