import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import {
  age,
  bytes,
  exitCodes,
  IrisError,
  maxAttachment,
  oneLine,
  type CallOutput,
  type PageAuthor,
} from '../../../contract/plain.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { isSure } from '../confirmation.ts'
import { harmless } from '../output.ts'
import { table } from '../table.ts'

/** Which wiki is meant; the only one when nothing is said. */
export interface OfProject {
  project?: string
}

/** The project of a call: `~` is the only one there is. */
export const projectOf = ({ project }: OfProject): { project: string } => ({ project: project ?? '~' })

/** Who wrote it, in a few words. */
export const byWhom = ({ name, kind, task }: PageAuthor): string =>
  `${name}${kinds[kind]}${task ? ` for ${task}` : ''}`

const kinds = { human: '', delegate: ' (for you)', agent: ' (agent)', outside: ' (outside Iris)' } as const

/** Pages by name. */
export async function listPages(
  context: CommandContext,
  { prefix = '', orphans = false, ...of }: OfProject & { prefix?: string; orphans?: boolean },
): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const found = await client.call('listPages', { ...projectOf(of), prefix })
  const pages = found.pages.filter(({ isOrphan }) => !orphans || isOrphan)
  output.result({ ...found, pages }, () => {
    if (found.wiki.problem !== null) output.note(harmless(found.wiki.problem))
    if (pages.length === 0) output.line('No pages. Begin one: iris wiki edit Sprint')
    const rows = pages.map(({ page, author, changedAt, size }) => [
      page,
      byWhom(author),
      age(changedAt, Date.now()),
      bytes(size),
    ])
    const heading = ['Page', 'Last written by', 'Changed', 'Size']
    if (rows.length > 0) for (const line of table({ heading, rows }, output)) output.line(harmless(line))
    for (const path of found.attachments.filter((one) => one.startsWith(prefix)))
      output.line(harmless(`  ${path}`))
  })
  return exitCodes.ok
}

/** One page. */
export async function showPage(
  context: CommandContext,
  page: string,
  { rows = false, at, section, ...of }: OfProject & { at?: string; section?: string; rows?: boolean },
): Promise<number> {
  const client = await connectOrStart(context)
  const found = await client.call('readPage', {
    ...projectOf(of),
    page,
    rows,
    ...(at && { at }),
    ...(section && { section }),
  })
  const { output } = context
  output.result(found, () => {
    if (found.isTemplate) output.note(`There is no page ${page} yet; this is its template.`)
    else if (found.author)
      output.note(harmless(`${found.page} at ${found.revision?.slice(0, 10)}, by ${byWhom(found.author)}`))
    if (found.rows) return showRows(context, found.rows)
    output.text(harmless(found.text))
  })
  return exitCodes.ok
}

function showRows({ output }: CommandContext, rows: readonly Readonly<Record<string, string>>[]): void {
  if (rows.length === 0) return output.line('It has no table.')
  const heading = Object.keys(rows[0] ?? {})
  const cells = rows.map((row) => heading.map((name) => row[name] ?? ''))
  for (const line of table({ heading, rows: cells }, output)) output.line(harmless(line))
}

/** Pages with these words. */
export async function searchPages(context: CommandContext, words: string, of: OfProject): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const { found } = await client.call('searchPages', { ...projectOf(of), words, limit: 20 })
  output.result({ found }, () => {
    if (found.length === 0) output.line('No page has these words.')
    for (const { page, snippet } of found) {
      output.line(output.paint('bold', harmless(page)))
      output.line(`  ${harmless(oneLine(snippet.replaceAll('\u0002', '').replaceAll('\u0003', ''), 200))}`)
    }
  })
  return exitCodes.ok
}

/** Links both ways. */
export async function showLinks(context: CommandContext, page: string, of: OfProject): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const links = await client.call('pageLinks', { ...projectOf(of), page })
  output.result(links, () => {
    if (links.links.length + links.backlinks.length === 0)
      output.line('It has no links, and none lead to it.')
    for (const { page: to, isThere } of links.links)
      output.line(harmless(`→ ${to}${isThere ? '' : ' (no such page)'}`))
    for (const from of links.backlinks) output.line(harmless(`← ${from}`))
  })
  return exitCodes.ok
}

/** The revisions of a page. */
export async function showHistory(context: CommandContext, page: string, of: OfProject): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const found = await client.call('pageHistory', { ...projectOf(of), page, limit: 100 })
  output.result(found, () => {
    const rows = found.revisions.map(({ revision, author, at, message }) => [
      revision.slice(0, 10),
      age(at, Date.now()),
      byWhom(author),
      oneLine(message, 60),
    ])
    for (const line of table({ heading: ['Revision', 'When', 'By', 'Why'], rows }, output))
      output.line(harmless(line))
  })
  return exitCodes.ok
}

/** What differs between two revisions. */
export async function showDiff(
  context: CommandContext,
  page: string,
  { from, to, ...of }: OfProject & { from: string; to?: string },
): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const found = await client.call('diffPage', { ...projectOf(of), page, from, ...(to && { to }) })
  output.result(found, () => output.text(harmless(found.diff || 'They are the same.\n')))
  return exitCodes.ok
}

/** Makes a page what it was. */
export async function restorePage(
  context: CommandContext,
  page: string,
  { revision: to, ...of }: OfProject & { revision: string },
): Promise<number> {
  const client = await connectOrStart(context)
  const project = projectOf(of)
  const now = await client.call('readPage', { ...project, page }).catch(ignoreMissing)
  const revision = now && !now.isTemplate && now.revision ? { revision: now.revision } : {}
  return told(context, await client.call('restorePage', { ...project, page, to, ...revision }), 'restored')
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof IrisError && error.code === 'PAGE_UNKNOWN') return undefined
  throw error
}

/** Adds to the end of a page. */
export async function appendPage(
  context: CommandContext,
  page: string,
  {
    words,
    section,
    message,
    ...of
  }: OfProject & { words: readonly string[]; section?: string; message?: string },
): Promise<number> {
  const text = words.length === 1 && words[0] === '-' ? await textOf(process.stdin) : words.join(' ')
  const client = await connectOrStart(context)
  const more = { ...(section && { section }), ...(message && { message }) }
  return told(
    context,
    await client.call('appendPage', { ...projectOf(of), page, text, ...more }),
    'appended to',
  )
}

/** Renames a page, and the links to it. */
export async function renamePage(
  context: CommandContext,
  page: string,
  { to, ...of }: OfProject & { to: string },
): Promise<number> {
  const client = await connectOrStart(context)
  const renamed = await client.call('renamePage', { ...projectOf(of), page, to })
  if (renamed.relinked.length > 0)
    context.output.note(harmless(`Links rewritten in: ${renamed.relinked.join(', ')}`))
  return told(context, renamed, 'renamed to')
}

/** Deletes a page. */
export async function deletePage(context: CommandContext, page: string, of: OfProject): Promise<number> {
  const client = await connectOrStart(context)
  const project = projectOf(of)
  const { revision } = await client.call('readPage', { ...project, page })
  if (revision === null) throw new IrisError('PAGE_UNKNOWN', `There is no page ${page}.`)
  const deleted = await client.call('deletePage', { ...project, page, revision })
  context.output.note(
    `To have it again: iris wiki restore ${JSON.stringify(page)} ${deleted.undo.slice(0, 10)}`,
  )
  return told(context, deleted, 'deleted')
}

/** Puts a file beside the pages. */
export async function attachFile(
  context: CommandContext,
  file: string,
  { path = basename(file), replace = false, ...of }: OfProject & { path?: string; replace?: boolean },
): Promise<number> {
  const base64 = await sendable(file)
  const client = await connectOrStart(context)
  return told(
    context,
    await client.call('attachFile', { ...projectOf(of), path, base64, replace }),
    'attached',
  )
}

/** The bytes of a file as they are sent. One that is too large, or no file, is not read at all. */
async function sendable(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw new IrisError('INPUT_INVALID', `There is no file ${file}.`)
  if (found.size > maxAttachment)
    throw new IrisError(
      'PAGE_TOO_LARGE',
      `${file} has ${bytes(found.size)}; ${bytes(maxAttachment)} are taken.`,
    )
  return (await readFile(file)).toString('base64')
}

/** Says what became of a page. */
export function told({ output }: CommandContext, change: CallOutput<'writePage'>, deed: string): number {
  const { page, revision, isChanged } = change
  const at = revision === null ? '' : ` at ${revision.slice(0, 10)}`
  output.result(change, () =>
    output.line(harmless(isChanged ? `${deed} ${page}${at}` : `${page} is so already${at}`)),
  )
  return exitCodes.ok
}

/** Pulls and pushes. */
export async function syncWiki(context: CommandContext, of: OfProject): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const synced = await client.call('syncWiki', projectOf(of))
  output.result(synced, () => {
    if (synced.conflicts.length === 0)
      return output.line(`Pulled ${synced.pulled}, pushed ${synced.pushed} commits.`)
    output.line('Both sides changed these pages in the same place; nothing was pulled or pushed:')
    for (const page of synced.conflicts) output.line(harmless(`  ${page}`))
    output.line('The inbox asks which words count: iris inbox. Or merge them with git where the wiki is:')
    output.line('`iris wiki ls --json` says in which folder.')
  })
  return synced.conflicts.length === 0 ? exitCodes.ok : exitCodes.conflict
}

/** Begins an empty wiki. */
export async function restartWiki(
  context: CommandContext,
  { yes = false, ...of }: OfProject & { yes?: boolean },
): Promise<number> {
  const kept = 'What was lost stays lost.'
  if (!yes && !(await isSure(context, { deed: 'begin an empty wiki', kept }))) return exitCodes.ok
  const client = await connectOrStart(context)
  const wiki = await client.call('restartWiki', projectOf(of))
  context.output.result(wiki, () => context.output.line(`An empty wiki is in ${wiki.folder ?? ''}.`))
  return exitCodes.ok
}
