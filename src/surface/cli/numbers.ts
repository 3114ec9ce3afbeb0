import { IrisError } from '../../contract/plain.ts'

/** The value of an option that takes a whole number. */
export function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,15}$/.test(text))
    throw new IrisError('USAGE', `${name} takes a whole number, not ${JSON.stringify(text)}.`)
  return Number(text)
}
