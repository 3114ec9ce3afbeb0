import { useMemo } from 'react'
import type { Client } from '../../../client/index.ts'
import type { EventFamily } from '../../../contract/plain.ts'
import { useWorld } from './context.ts'

/** Something that pages read: its queries, and the events that make what they found old. */
export interface Reading<
  Queries = unknown,
  Families extends readonly EventFamily[] = readonly EventFamily[],
> {
  /** The first word of the key of each query, under which all of them go old together. */
  readonly subject: string
  /** Events by what they are about: `turn` for `turn.ended`. */
  readonly staleOn: Families
  readonly queries: (client: Client) => Queries
}

/** Declares a reading, so that its families are known when it compiles. */
export function reading<Queries, const Families extends readonly EventFamily[]>(
  declared: Reading<Queries, Families>,
): Reading<Queries, Families> {
  return declared
}

/** The queries of a reading, asked of the daemon that served this page. */
export function useReading<Queries>({ queries }: Reading<Queries>): Queries {
  const { client } = useWorld()
  return useMemo(() => queries(client), [queries, client])
}
