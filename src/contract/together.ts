type Union<U> = (U extends unknown ? (part: U) => void : never) extends (part: infer All) => void
  ? All
  : never
type Flat<T> = { [K in keyof T]: T[K] }

/** One part of all nouns, put together: a key belongs to one noun, which a test checks. */
export function together<K extends string, N extends Readonly<Record<K, object>>>(
  nouns: readonly N[],
  part: K,
): Flat<Union<N[K]>> {
  // TypeScript cannot follow a loop; the keys of each noun, with their types, are all in it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.assign({}, ...nouns.map((noun) => noun[part])) as Flat<Union<N[K]>>
}
