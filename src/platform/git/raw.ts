const none = /^0+$/

/** A path that differs, as git prints it with `--raw -z`: what each side has, and how it differs. */
export interface RawEntry {
  path: string
  /** Where one that was renamed or copied was. */
  from: string | null
  /** A for added, D for removed, M for changed, T for another kind, R for renamed, C for copied. */
  status: string
  old: { mode: string; id: string }
  new: { mode: string; id: string }
}

/** Whether an id stands for nothing. */
export const isNothing = (id: string): boolean => none.test(id)

/** Reads entries until there is something else; says where that begins. */
export function readRaw(words: readonly string[]): { entries: RawEntry[]; end: number } {
  const entries: RawEntry[] = []
  for (let at = 0; ;) {
    const [head = '', first = '', second = ''] = words.slice(at, at + 3)
    const isMoved = /[RC]\d*$/.test(head)
    const entry = readEntry(head, isMoved ? { path: second, from: first } : { path: first, from: null })
    if (!entry) return { entries, end: at }
    entries.push(entry)
    at += isMoved ? 3 : 2
  }
}

/** `:old-mode new-mode old-id new-id status`, with its path or paths. */
export function readEntry(head: string, name: Pick<RawEntry, 'path' | 'from'>): RawEntry | undefined {
  const [, oldMode, newMode, oldId, newId, status] =
    /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/.exec(head) ?? []
  if (!oldMode || !newMode || !oldId || !newId || !status) return undefined
  return { ...name, status, old: { mode: oldMode, id: oldId }, new: { mode: newMode, id: newId } }
}
