import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exitCodes, IrisError, type CallOutput } from '../../../contract/plain.ts'
import { mergeTexts } from '../../../platform/git/index.ts'
import { messageOf } from '../../../platform/lib/index.ts'
import { startProcess } from '../../../platform/process/index.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { harmless } from '../output.ts'
import { projectOf, told, type OfProject } from './wiki.ts'

const maxRounds = 20
const names = ['the page now', 'yours'] as const

/** What the file began with, and the revision that this is. */
interface Begun {
  base: string
  revision: string | null
}

/** Opens a page in the editor and writes it; when somebody was faster, both changes are merged as git does it. */
export async function editPage(
  context: CommandContext,
  page: string,
  options: OfProject & { message?: string },
): Promise<number> {
  const client = await connectOrStart(context)
  const begun = await client.call('readPage', { ...projectOf(options), page }).then(begin, beginEmpty)
  const folder = await mkdtemp(join(tmpdir(), 'iris-wiki-'))
  const file = join(folder, `${page.split('/').at(-1) ?? 'page'}.md`)
  await writeFile(file, begun.base, { mode: 0o600 })
  try {
    const written = await editUntilWritten(context, { client, page, file, begun, ...options })
    await rm(folder, { recursive: true })
    if (written) return told(context, written, 'written')
    context.output.note('Nothing changed.')
    return exitCodes.ok
  } catch (error) {
    if ((await readFile(file, 'utf8').catch(() => begun.base)) !== begun.base) throw keeping(error, file)
    await rm(folder, { recursive: true })
    throw error
  }
}

interface Edit extends OfProject {
  client: Awaited<ReturnType<typeof connectOrStart>>
  page: string
  file: string
  begun: Begun
  message?: string
}

/** Undefined when the person changed nothing. */
async function editUntilWritten(
  context: CommandContext,
  { client, page, file, message, begun: first, ...of }: Edit,
): Promise<CallOutput<'writePage'> | undefined> {
  let begun = first
  let marks: RegExp | undefined
  for (let round = 0; round < maxRounds; round += 1) {
    const text = await edited(context, file)
    if (round === 0 && text === begun.base) return undefined
    if (marks?.test(text))
      throw new IrisError('PAGE_CONFLICT', 'There are conflict marks left; nothing was written.')
    const revision = begun.revision === null ? {} : { revision: begun.revision }
    const written = await client
      .call('writePage', { ...projectOf(of), page, text, ...revision, ...(message && { message }) })
      .catch(asConflict)
    if (!('conflict' in written)) return written
    const theirs = written.conflict.base
    const merged = await merge(context, { base: begun.base, ours: theirs, theirs: text })
    marks = merged.conflicts === 0 ? undefined : marksBeside(theirs + text)
    begun = written.conflict
    await writeFile(file, merged.text)
    const next = marks ? 'settle what lies between the marks' : 'both changes are merged: look and save'
    context.output.note(`Somebody else wrote ${harmless(page)} meanwhile; ${next}.`)
  }
  throw new IrisError('PAGE_CONFLICT', 'It changes all the time; nothing was written.')
}

const begin = ({ text, revision }: CallOutput<'readPage'>): Begun => ({ base: text, revision })

function beginEmpty(error: unknown): Begun {
  if (error instanceof IrisError && error.code === 'PAGE_UNKNOWN') return { base: '', revision: null }
  throw error
}

/** The marks of git. A line of seven = also underlines a heading: where the texts have one it is no sign of a conflict. */
function marksBeside(texts: string): RegExp {
  const middle = /^={7}$/m.test(texts) ? '' : '|={7}'
  return new RegExp(`^(?:<{7} ${names[0]}|>{7} ${names[1]}${middle})$`, 'm')
}

function merge(
  { environment }: CommandContext,
  texts: { base: string; ours: string; theirs: string },
): ReturnType<typeof mergeTexts> {
  const env = Object.fromEntries(
    Object.entries(environment.variables).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )
  return mergeTexts(env, { ...texts, names })
}

/** What the page is now, when that is why it was not written. */
function asConflict(error: unknown): { conflict: Begun } {
  if (!(error instanceof IrisError) || error.code !== 'PAGE_CONFLICT') throw error
  const { text, revision } = error.details ?? {}
  const [now, at] = [typeof text === 'string' ? text : '', typeof revision === 'string' ? revision : null]
  return { conflict: { base: now, revision: at } }
}

async function edited({ environment: { variables } }: CommandContext, file: string): Promise<string> {
  const editor = variables['VISUAL'] || variables['EDITOR'] || 'vi'
  const child = await startProcess({
    // As git does it: what is set may have arguments, and a path with spaces in quotes.
    command: '/bin/sh',
    args: ['-c', `${editor} "$@"`, editor, file],
    cwd: process.cwd(),
    env: variables,
    stdio: 'inherit',
  })
  const { code } = await child.exited
  if (code !== 0)
    throw new IrisError('INPUT_INVALID', `The editor ${editor} ended with code ${code}; nothing was written.`)
  return readFile(file, 'utf8')
}

/** The same fault, with where the person finds what they wrote. */
function keeping(error: unknown, file: string): unknown {
  if (!(error instanceof IrisError))
    return new Error(`${messageOf(error)} Your text is in ${file}.`, { cause: error })
  return new IrisError(error.code, `${error.message} Your text is in ${file}.`, {
    cause: error,
    ...(error.details && { details: error.details }),
  })
}
