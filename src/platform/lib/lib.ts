/** Marks a branch the compiler has proved impossible. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${String(value)}`)
}

/** The code of a Node system error (`ENOENT`, …), or undefined. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The same without the keys whose value is undefined. */
export function withoutUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined)
  // Dropping undefined entries gives exactly this type; Object.fromEntries forgets the keys.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> }
}
