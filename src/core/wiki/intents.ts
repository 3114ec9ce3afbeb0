import { IrisError, maxPageText, type PageDeed } from '../../contract/index.ts'
import { unreachable } from '../../platform/lib/index.ts'
import { withEnd, withMore, withSection } from './sections.ts'

/** What somebody wants a page to become. */
export type Intent =
  | { do: 'write'; text: string; revision?: string | undefined }
  | { do: 'edit'; revision: string; old?: string | undefined; section?: string | undefined; text: string }
  | { do: 'append'; text: string; section?: string | undefined }
  | { do: 'delete'; revision: string }
  | { do: 'restore'; text: string; revision?: string | undefined }

export const deeds = {
  write: 'written',
  edit: 'edited',
  append: 'appended',
  delete: 'deleted',
  restore: 'restored',
} as const satisfies Record<Intent['do'], PageDeed>

/** The revision that a caller has to have read; undefined when it needs none. */
export function revisionOf(intent: Intent): string | undefined {
  return intent.do === 'append' ? undefined : intent.revision
}

/** The text that a page has after what was wanted; null when it is deleted. The caller's revision is already known to fit. */
export function textAfter(page: string, text: string | undefined, intent: Intent): string | null {
  const after = wanted(page, text, intent)
  if (after !== null && after.length > maxPageText)
    throw new IrisError('PAGE_TOO_LARGE', `The page ${page} would have ${after.length} characters.`)
  return after
}

function wanted(page: string, text: string | undefined, intent: Intent): string | null {
  switch (intent.do) {
    case 'write':
    case 'restore':
      return asPage(intent.text)
    case 'append':
      return appended(page, text, intent)
    case 'edit':
      return edited(page, text ?? '', intent)
    case 'delete':
      return null
    default:
      return unreachable(intent)
  }
}

/** Text as git and editors keep it: composed of whole characters, with plain line ends and a last one. */
function asPage(text: string): string {
  const plain = Buffer.from(text).toString().replaceAll('\r\n', '\n').replaceAll('\0', '\uFFFD')
  return plain === '' || plain.endsWith('\n') ? plain : `${plain}\n`
}

function appended(page: string, text: string | undefined, intent: Intent & { do: 'append' }): string {
  const more = asPage(intent.text)
  if (intent.section === undefined) return withEnd(text ?? '', more)
  if (text === undefined) return `# ${page.split('/').at(-1)}\n\n## ${intent.section}\n\n${more}`
  return withMore(page, text, { section: intent.section, text: more })
}

function edited(page: string, text: string, { old, section, text: by }: Intent & { do: 'edit' }): string {
  if ((old === undefined) === (section === undefined))
    throw new IrisError('INPUT_INVALID', 'Say what to replace: either `old` words or a `section`.')
  if (section !== undefined) return withSection(page, text, { section, text: asPage(by) })
  const parts = text.split(old ?? '')
  if (parts.length === 2) return asPage(parts.join(by))
  const why = parts.length === 1 ? 'does not have these words' : `has these words ${parts.length - 1} times`
  throw new IrisError('PAGE_EDIT_REFUSED', `The page ${page} ${why}; they must occur exactly once.`)
}
