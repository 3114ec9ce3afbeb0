import { calls, IrisError, type CallName, type Token } from '../../contract/index.ts'

/** Finds who is calling from the Authorization header. */
export type Identify = (secret: string) => Token | undefined

export function callerOf(authorization: string | undefined, identify: Identify): Token {
  const secret = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (!secret) throw new IrisError('TOKEN_MISSING', 'This call needs a token.')
  const token = identify(secret)
  if (!token) throw new IrisError('TOKEN_INVALID', 'This token is not valid.')
  return token
}

/** Throws unless the token's role may make this call. */
export function mayCall(name: CallName, token: Token): void {
  const allowed = calls[name].for
  if (allowed === 'anyone' || allowed.some((role) => role === token.role)) return
  throw new IrisError('FORBIDDEN', `A token with the role ${token.role} may not do this.`)
}
