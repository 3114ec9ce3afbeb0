/** The groups in which the dashboard has its pages, in their order; the monitor names what it does not show by them. */
export const pageGroups = [
  { group: 'now', name: 'Now' },
  { group: 'work', name: 'Work' },
  { group: 'talk', name: 'Talk' },
  { group: 'house', name: 'System' },
] as const

export type PageGroup = (typeof pageGroups)[number]['group']
