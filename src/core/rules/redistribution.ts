/** Who could take tasks, and how many it has. */
export interface Taker {
  id: string
  load: number
  /** How many more it may be given; without it as many as there are. */
  room?: number | undefined
}

/** Who gets which task, and which nobody can take. */
export interface Redistribution {
  assignments: { task: string; to: string }[]
  left: string[]
}

/** Each task goes to who has least by then; nothing is dropped, and whoever lost them is not given them again. */
export function redistribute(
  tasks: readonly string[],
  takers: readonly Taker[],
  from: string | null,
): Redistribution {
  const able = takers
    .filter(({ id }) => id !== from)
    .map(({ id, load, room }) => ({ id, load, room: room ?? Number.POSITIVE_INFINITY }))
  const assignments: Redistribution['assignments'] = []
  const left: string[] = []
  for (const task of tasks) {
    const [to] = able.filter(({ room }) => room > 0).toSorted(byLoad)
    if (to === undefined) {
      left.push(task)
      continue
    }
    to.load += 1
    to.room -= 1
    assignments.push({ task, to: to.id })
  }
  return { assignments, left }
}

function byLoad(one: Taker, other: Taker): number {
  return one.load - other.load || (one.id < other.id ? -1 : 1)
}
