import { z } from 'zod'

export const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
export const timeLength = 10
export const randomLength = 16

/** A zod schema for ids such as `ses_01jd…`: the prefix says what the id names. */
export function prefixedId<P extends string>(prefix: P): z.ZodType<`${P}_${string}`, string> {
  const shape = new RegExp(`^${prefix}_[${alphabet}]{${timeLength + randomLength}}$`)
  // The pattern proves the prefix; zod's own type for a pattern is plain string.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return z.string().regex(shape, `expected an id that starts with ${prefix}_`) as unknown as z.ZodType<
    `${P}_${string}`,
    string
  >
}

export const SessionId = prefixedId('ses')
export const TurnId = prefixedId('trn')
export const AgentId = prefixedId('agt')
export const AskId = prefixedId('ask')
export const GrantId = prefixedId('rul')
export const RunId = prefixedId('run')
export type SessionId = z.infer<typeof SessionId>
export type TurnId = z.infer<typeof TurnId>
export type AgentId = z.infer<typeof AgentId>
export type AskId = z.infer<typeof AskId>
export type GrantId = z.infer<typeof GrantId>
export type RunId = z.infer<typeof RunId>
