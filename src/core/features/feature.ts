import type { Event, EventType, Notifies, Operations } from '../../contract/index.ts'
import type { Append, Migrations } from '../store/index.ts'

/** What a feature does about events of others, in the transaction that records them. */
type Reacts<Service> = {
  readonly [T in EventType]?: (service: Service, event: Event<T>, append: Append) => void
}

/** What a feature says of itself besides how it is made and what it can be asked. */
interface Declared<Name extends string, Service> {
  /** What those after it find its service by. */
  name: Name
  /** Its tables. */
  migrations?: Migrations
  reacts?: Reacts<NoInfer<Service>>
  /** Which events are news to somebody who does not look. */
  notifies?: (service: NoInfer<Service>) => Notifies
  close?: (service: NoInfer<Service>) => Promise<void> | void
}

/** A part of Iris that nothing it is made from knows of: the folder of a noun says here all there is to wire. */
export interface Feature<
  Name extends string,
  Service,
  From,
  Does extends Partial<Operations>,
> extends Declared<Name, Service> {
  create: (from: From) => Service
  operations: (service: Service, from: From) => Does
}

/** Declares a feature; what it is made from is what `create` and `operations` take. */
export function feature<
  const Name extends string,
  Service,
  MadeFrom,
  AskedWith,
  Does extends Partial<Operations>,
>(
  declared: Declared<Name, Service> & {
    create: (from: MadeFrom) => Service
    operations: (service: NoInfer<Service>, from: AskedWith) => Does
  },
): Feature<Name, Service, MadeFrom & AskedWith, Does> {
  return declared
}
