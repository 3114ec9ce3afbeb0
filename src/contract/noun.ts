import type { z } from 'zod'
import type { ErrorKind } from './error-kind.ts'
import type { EventDefinition } from './event-definition.ts'
import type { Operation } from './operation.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** Where an operation lives. Path parameters are named by a colon. */
export type Route = `${Method} /api/${string}`

/** What of a noun needs no schemas, so that a command starts without loading any. */
interface PlainNoun {
  http: Readonly<Record<string, Route>>
  errors: Readonly<Record<string, ErrorKind>>
}

/** Declares the plain part of a noun, keeping its exact types. */
export function plainNoun<const P extends PlainNoun>(plain: P): P {
  return plain
}

/** What Iris knows of one kind of thing: its ids, its events, and what can be done with it. */
interface Noun {
  ids: readonly z.ZodType[]
  events: Readonly<Record<`${string}.${string}`, EventDefinition>>
  operations: Readonly<Record<string, Operation>>
}

/** Declares a noun, keeping its exact types. Each path of its plain part has one operation, and no other operation is. */
export function defineNoun<
  const P extends PlainNoun,
  const N extends Noun & { operations: Readonly<Record<keyof P['http'], Operation>> },
>(
  _plain: P,
  noun: N & { operations: Readonly<Record<Exclude<keyof N['operations'], keyof P['http']>, never>> },
): N {
  return noun
}
