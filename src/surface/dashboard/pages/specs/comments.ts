import type { CallInput } from '../../../../contract/plain.ts'

/** Words about a line of a document, or about all of it, before they are sent. */
export type Comment = CallInput<'reviseSpec'>['comments'][number]

/** What a comment is about, in words. */
export function placeOf({ file = 'spec.md', line }: Comment): string {
  return line === null || line === undefined ? 'All of it' : `${file}, line ${line}`
}
