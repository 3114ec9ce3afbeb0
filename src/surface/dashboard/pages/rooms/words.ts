import type { Message, SeenChannel } from '../../../../contract/plain.ts'

/** How a room is called on the page: direct messages by who else is in them. */
export function titleOf({ name, kind, between }: Pick<SeenChannel, 'name' | 'kind' | 'between'>): string {
  if (kind !== 'direct') return name
  const others = between.filter((one) => one !== 'user')
  return others.length === 2 ? others.join(' and ') : `@${others[0] ?? name}`
}

/** What stands in its address. */
export const slugOf = ({ name }: Pick<SeenChannel, 'name'>): string => name.replace(/^#/, '')

/** Whether an address means this room: by its name, or for direct messages by whom they are with. */
export function isAt(
  { name, kind, between }: Pick<SeenChannel, 'name' | 'kind' | 'between'>,
  slug: string | undefined,
): boolean {
  const wanted = slug?.toLowerCase()
  if (kind !== 'direct') return name.toLowerCase() === `#${wanted}`
  const isMine = between.includes('user')
  return (
    name.toLowerCase() === wanted || (isMine && titleOf({ name, kind, between }).toLowerCase() === wanted)
  )
}

/** Who said it, as a person would say. */
export function speaker({ author, via }: Pick<Message, 'author' | 'via'>): string {
  if (via !== null) return `${via}, for you`
  if (author === 'user') return 'You'
  return author === 'irisd' ? 'Iris' : author
}

const groups = ['project', 'standup', 'work', 'room', 'errors', 'direct'] as const
const headings = {
  project: 'Projects',
  standup: 'Standups',
  work: 'Tasks',
  room: 'Others',
  errors: 'Errors',
  direct: 'Direct messages',
} as const satisfies Record<SeenChannel['kind'], string>

/** Rooms under their headings; archived ones are last. */
export function grouped(channels: readonly SeenChannel[]): { heading: string; channels: SeenChannel[] }[] {
  const open = channels.filter(({ archivedAt }) => archivedAt === null)
  const archived = channels.filter(({ archivedAt }) => archivedAt !== null)
  return [
    ...groups.map((kind) => ({ heading: headings[kind], channels: open.filter((one) => one.kind === kind) })),
    { heading: 'Archived', channels: archived },
  ].filter((group) => group.channels.length > 0)
}
