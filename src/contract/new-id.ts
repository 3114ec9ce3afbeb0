import type { z } from 'zod'
import { alphabet, randomLength, timeLength } from './ids.ts'
import type { nouns } from './nouns.ts'

type Id = z.output<(typeof nouns)[number]['ids'][number]>
/** What the ids of the nouns begin with. */
type IdPrefix = Id extends `${infer Prefix}_${string}` ? Prefix : never

/** A new id; ids of a later millisecond sort later. */
export function newId<P extends IdPrefix>(prefix: P, now: number = Date.now()): `${P}_${string}` {
  return `${prefix}_${encodeTime(now)}${randomPart()}`
}

function encodeTime(now: number): string {
  let rest = now
  let text = ''
  for (let place = 0; place < timeLength; place += 1) {
    text = (alphabet[rest % 32] ?? '0') + text
    rest = Math.floor(rest / 32)
  }
  return text
}

function randomPart(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(randomLength))
  return Array.from(bytes, (byte) => alphabet[byte % 32] ?? '0').join('')
}
