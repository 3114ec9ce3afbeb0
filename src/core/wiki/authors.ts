import type { PageAuthor, PageDeed } from '../../contract/index.ts'
import { tryGit, type CommitPerson, type LoggedCommit } from '../../platform/git/index.ts'
import type { WikiRepository } from './repository.ts'

const kinds: readonly PageAuthor['kind'][] = ['human', 'delegate', 'agent']
const deeds: readonly PageDeed[] = [
  'written',
  'edited',
  'appended',
  'renamed',
  'deleted',
  'restored',
  'attached',
]

/** How git names whoever wrote; of a person as their git config does. */
export async function personOf(
  repository: WikiRepository,
  { name, kind }: PageAuthor,
): Promise<CommitPerson> {
  if (kind === 'agent' || kind === 'delegate')
    return { name, email: `${name.replaceAll(/[^\w.-]/g, '-')}@${kind}s.iris` }
  const { code, stdout } = await tryGit(repository, ['var', 'GIT_AUTHOR_IDENT'])
  const [, own = '', email = ''] = /^(.*) <([^>]*)> \d+ [+-]\d{4}\s*$/.exec(code === 0 ? stdout : '') ?? []
  return own === '' ? { name, email: 'you@localhost' } : { name: own, email }
}

/** What a commit says: why, then by whom, for Iris to read again. */
export function messageOf(
  { name, kind, task }: PageAuthor,
  { why, deed }: { why: string; deed: PageDeed },
): string {
  const line = onLine(why).slice(0, 300)
  const trailers = [
    `Iris-Deed: ${deed}`,
    `Iris-By: ${kind} ${onLine(name)}`,
    ...(task === null ? [] : [`Iris-Task: ${onLine(task)}`]),
  ]
  return `${task === null ? '' : `${onLine(task)}: `}${line}\n\n${trailers.join('\n')}\n`
}

/** On one line, so that no name or reason can add a line that Iris would read. */
const onLine = (text: string): string => text.replaceAll(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** Who made a commit and what it was, as far as it says. */
export function authorIn({ message, author, committer }: LoggedCommit): {
  author: PageAuthor
  deed: PageDeed
  why: string
} {
  const trailer = (name: string): string | undefined =>
    committer === 'Iris' ? new RegExp(`^Iris-${name}: (.*)$`, 'm').exec(message)?.[1] : undefined
  const [, kind, name] = /^(human|delegate|agent|outside) (.*)$/.exec(trailer('By') ?? '') ?? []
  const why = message.split('\n')[0] ?? ''
  const deed = deeds.find((one) => one === trailer('Deed')) ?? 'outside'
  if (name === undefined)
    return { author: { name: author, kind: 'outside', task: null }, deed: 'outside', why }
  const is = kinds.find((one) => one === kind) ?? 'outside'
  return { author: { name, kind: is, task: trailer('Task') ?? null }, deed, why }
}
