import type { Event, EventType, Notifies, Operations } from '../../contract/index.ts'
import type { Append, EventLog, Migrations } from '../store/index.ts'
import type { Feature } from './feature.ts'

/** What features are made from at least: they react to what is written. */
interface FeatureContext {
  log: Pick<EventLog, 'react'>
}

/** Features that are made, and what they bring. */
interface Opened<There, Does> {
  /** What they were made from, and the service of each by its name. */
  services: There
  operations: Does
  notifies: readonly Notifies[]
}

/** Has something done when the daemon stops, in the reverse of the order it was asked for. */
type OnStop = (stop: () => Promise<void> | void) => void

/** Features in the order in which they are made and react; they are closed in the reverse of it. */
export interface Features<From, There, Does> {
  migrations: readonly Migrations[]
  /** One more, made from what there is and from those before it. One that needs something else does not compile. */
  and<Name extends string, Service, Own extends Partial<Operations>>(
    next: Feature<Name, Service, There, Own>,
  ): Features<From, There & Record<Name, Service>, Does & Own>
  /** Makes them all. */
  open(from: From, onStop: OnStop): Opened<There, Does>
}

/** No feature yet; `and` adds one. */
export function inOrder<From extends FeatureContext>(): Features<From, From, object> {
  return listed<From, From, object>([], (services) => ({ services, operations: {}, notifies: [] }))
}

function listed<From extends FeatureContext, There extends FeatureContext, Does extends object>(
  migrations: readonly Migrations[],
  open: (from: From, onStop: OnStop) => Opened<There, Does>,
): Features<From, There, Does> {
  return {
    migrations,
    open,
    and: (next) =>
      listed([...migrations, ...(next.migrations ? [next.migrations] : [])], (from, onStop) =>
        openNext(open(from, onStop), next, onStop),
      ),
  }
}

function openNext<
  There extends FeatureContext,
  Does extends object,
  Name extends string,
  Service,
  Own extends Partial<Operations>,
>(
  before: Opened<There, Does>,
  next: Feature<Name, Service, There, Own>,
  onStop: OnStop,
): Opened<There & Record<Name, Service>, Does & Own> {
  const service = next.create(before.services)
  if (next.close) onStop(() => next.close?.(service))
  react(before.services, next, service)
  const notifies = next.notifies ? [next.notifies(service)] : []
  // TypeScript forgets the name of a computed key.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const own = { [next.name]: service } as Record<Name, Service>
  return {
    services: { ...before.services, ...own },
    operations: { ...before.operations, ...next.operations(service, before.services) },
    notifies: [...before.notifies, ...notifies],
  }
}

function react<Service>(
  { log }: FeatureContext,
  { reacts = {} }: Pick<Feature<string, Service, never, object>, 'reacts'>,
  service: Service,
): void {
  // The keys are types of events, and the function under one takes events of that type; TypeScript can follow neither.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  for (const type of Object.keys(reacts) as EventType[]) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const reaction = reacts[type] as (service: Service, event: Event, append: Append) => void
    log.react([type], (event, append) => reaction(service, event, append))
  }
}
