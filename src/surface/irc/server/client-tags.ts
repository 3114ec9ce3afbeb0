import type { Act } from './command.ts'

/** Tags that clients may give to others. */
export function clientTagsOf({ message }: Pick<Act, 'message'>): ReadonlyMap<string, string> {
  return new Map([...message.tags].filter(([key]) => /^\+[A-Za-z0-9./-]+$/.test(key)))
}
