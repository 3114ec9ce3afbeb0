import type { Event, EventType } from '../../src/contract/index.ts'

/** Which files each task writes, by its key. */
export type Plans = ReadonlyMap<string, readonly string[]>

/** What a log of leases says when it is gone through with a simple model beside it. */
export interface LeaseHistory {
  /** Whatever may not be. */
  faults: string[]
  grants: number
  counts: Partial<Record<EventType, number>>
}

interface Held {
  key: string
  fence: number
}

/** Goes through the log in order: who holds which file follows from the events alone. */
export function replay(events: readonly Event[], plans: Plans): LeaseHistory {
  const model: Model = { plans, holders: new Map(), registered: new Set(), faults: [], last: 0 }
  const counts: LeaseHistory['counts'] = {}
  for (const event of events) {
    counts[event.type] = (counts[event.type] ?? 0) + 1
    take(model, event)
  }
  return { faults: model.faults, grants: counts['lease.granted'] ?? 0, counts }
}

interface Model {
  plans: Plans
  holders: Map<string, Held>
  registered: Set<string>
  faults: string[]
  last: number
}

function take(model: Model, event: Event): void {
  if (event.type === 'lease.registered') model.registered.add(event.data.key)
  if (event.type === 'lease.lost') model.registered.delete(event.data.key)
  if (event.type === 'lease.granted') grant(model, event.data)
  else if (event.type === 'lease.lost' || event.type === 'lease.released') end(model, event.data)
  else if (event.type === 'lease.expired' || event.type === 'lease.preempted') end(model, event.data)
}

function end({ holders, faults }: Model, { key, fence }: { key: string; fence: number | null }): void {
  for (const [file, held] of holders) {
    if (held.key !== key) continue
    if (held.fence !== fence) faults.push(`${key} ended ${fence} and held ${held.fence}`)
    holders.delete(file)
  }
}

function grant(model: Model, { key, fence }: Held): void {
  const { holders, faults, registered, plans } = model
  if (fence <= model.last) faults.push(`${key} got ${fence} after ${model.last}`)
  if (!registered.has(key)) faults.push(`${key} got a lease and is not registered`)
  model.last = fence
  for (const file of plans.get(key) ?? []) {
    const other = holders.get(file)
    if (other && other.key !== key) faults.push(`${key} got ${file}, which ${other.key} holds`)
    holders.set(file, { key, fence })
  }
}
