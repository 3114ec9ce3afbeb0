import { IrisError } from '../../contract/plain.ts'

/** A word that must be one of a few. */
export function oneOf<const T extends string>(name: string, word: string, known: readonly T[]): T {
  const found = known.find((one) => one === word)
  if (found) return found
  throw new IrisError('USAGE', `${name} takes one of: ${known.join(', ')}.`)
}
