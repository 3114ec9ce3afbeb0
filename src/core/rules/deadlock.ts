import { cyclicComponents } from './components.ts'

export interface LeaseHolder {
  id: string
  /** The higher goes first. */
  priority: number
  startedAt: number
  state: 'running' | 'crashed' | 'waiting_for_human'
}

/** Who holds which files, who waits for which, at one moment. */
export interface LeaseTable {
  now: number
  agents: readonly LeaseHolder[]
  leases: readonly { file: string; holder: string; expiresAt: number }[]
  waits: readonly { waiter: string; file: string }[]
}

/** What is to be done with leases and with those who wait for them. */
export interface LeaseRuling {
  /** Agents that wait for each other, by id. */
  deadlocks: string[][]
  /** Of each deadlock the one that gives way. */
  victims: string[]
  grants: { file: string; to: string }[]
  released: string[]
  refused: { agent: string; reason: string }[]
}

/**
 * Who waits for whom follows from the leases that are in force; nothing of it is stored. One victim of each deadlock
 * gives way; what is left of a larger knot is found the next time.
 */
export function judgeLeases(table: LeaseTable): LeaseRuling {
  const agents = new Map(table.agents.map((agent) => [agent.id, agent]))
  const isInForce = ({ holder, expiresAt }: LeaseTable['leases'][number]): boolean => {
    const state = agents.get(holder)?.state
    return state !== 'crashed' && (state === 'waiting_for_human' || expiresAt > table.now)
  }
  const held = new Map(table.leases.filter(isInForce).map(({ file, holder }) => [file, holder]))
  const heldFiles = (file: string): boolean => held.has(file)
  const waits = table.waits.filter(({ waiter }) => refusal(agents.get(waiter)) === undefined)
  const knots = findKnots(waits, held, agents)
  return {
    deadlocks: knots.map((knot) => knot.map(({ id }) => id)),
    victims: knots.map(victimOf),
    grants: grantFree(waits, held, agents),
    released: [...new Set(table.leases.map(({ file }) => file).filter((file) => !heldFiles(file)))],
    refused: [...new Set(table.waits.map(({ waiter }) => waiter))].flatMap((agent) => {
      const reason = refusal(agents.get(agent))
      return reason === undefined ? [] : [{ agent, reason }]
    }),
  }
}

function refusal(agent: LeaseHolder | undefined): string | undefined {
  if (!agent) return 'It is not registered.'
  return agent.state === 'crashed' ? 'It crashed and has not registered again.' : undefined
}

/** Whoever waits for a person waits for nobody here: the person may answer at any time. */
function findKnots(
  waits: LeaseTable['waits'],
  held: ReadonlyMap<string, string>,
  agents: ReadonlyMap<string, LeaseHolder>,
): LeaseHolder[][] {
  const waitsFor = new Map<LeaseHolder, LeaseHolder[]>()
  for (const { waiter, file } of waits) {
    const from = agents.get(waiter)
    const to = agents.get(held.get(file) ?? '')
    if (!from || !to || from === to || from.state === 'waiting_for_human') continue
    waitsFor.set(from, [...(waitsFor.get(from) ?? []), to])
  }
  return cyclicComponents([...agents.values()], (agent) => waitsFor.get(agent) ?? [])
    .map((knot) => knot.toSorted((one, other) => compareIds(one.id, other.id)))
    .toSorted(([one], [other]) => compareIds(one?.id ?? '', other?.id ?? ''))
}

/** The lowest priority, then who started last, then the largest id. */
function victimOf(knot: readonly LeaseHolder[]): string {
  const [victim] = knot.toSorted(
    (one, other) =>
      one.priority - other.priority || other.startedAt - one.startedAt || compareIds(other.id, one.id),
  )
  return victim?.id ?? ''
}

/** All files that an agent waits for, or none; the higher priority first, then who came first. */
function grantFree(
  waits: LeaseTable['waits'],
  held: ReadonlyMap<string, string>,
  agents: ReadonlyMap<string, LeaseHolder>,
): LeaseRuling['grants'] {
  const taken = new Map(held)
  const grants: LeaseRuling['grants'] = []
  const priority = (id: string): number => agents.get(id)?.priority ?? 0
  const waiters = [...new Set(waits.map(({ waiter }) => waiter))]
  for (const to of waiters.toSorted((one, other) => priority(other) - priority(one))) {
    const files = [...new Set(waits.filter(({ waiter }) => waiter === to).map(({ file }) => file))]
    if (files.some((file) => (taken.get(file) ?? to) !== to)) continue
    for (const file of files.toSorted(compareIds)) {
      taken.set(file, to)
      grants.push({ file, to })
    }
  }
  return grants
}

function compareIds(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
