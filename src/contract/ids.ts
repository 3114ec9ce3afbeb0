import { z } from 'zod'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const timeLength = 10
const randomLength = 16

/** A zod schema for ids such as `ses_01jd…`: the prefix says what the id names. */
function prefixedId<P extends string>(prefix: P): z.ZodType<`${P}_${string}`, string> {
  const shape = new RegExp(`^${prefix}_[${alphabet}]{${timeLength + randomLength}}$`)
  // The pattern proves the prefix; zod's own type for a pattern is plain string.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return z.string().regex(shape, `expected an id that starts with ${prefix}_`) as unknown as z.ZodType<
    `${P}_${string}`,
    string
  >
}

/** A new id; ids of a later millisecond sort later. */
export function newId<P extends string>(prefix: P, now: number = Date.now()): `${P}_${string}` {
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

export const SessionId = prefixedId('ses')
export const TurnId = prefixedId('trn')
export const AgentId = prefixedId('agt')
export const TokenId = prefixedId('tok')
export const AskId = prefixedId('ask')
export const RuleId = prefixedId('rul')
export const RunId = prefixedId('run')
export type SessionId = z.infer<typeof SessionId>
export type TurnId = z.infer<typeof TurnId>
export type AgentId = z.infer<typeof AgentId>
export type AskId = z.infer<typeof AskId>
export type RuleId = z.infer<typeof RuleId>
export type RunId = z.infer<typeof RunId>
export type TokenId = z.infer<typeof TokenId>
