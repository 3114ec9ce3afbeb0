import { calls, IrisError, rolesOf, type CallName, type Identity } from '../../contract/index.ts'
import type { Identify } from '../../core/tokens/index.ts'
import { browserSecret, type Shown } from './browser-secret.ts'

/** A caller, and the secret by which it is known. */
export interface Known {
  identity: Identity
  secret: string
}

/** Who calls; throws unless they show a secret that counts. */
export function knownBy(shown: Shown, identify: Identify): Known {
  const secret = bearerOf(shown.header('authorization')) ?? browserSecret(shown)
  if (!secret) throw new IrisError('TOKEN_MISSING', 'This call needs a token.')
  const identity = identify(secret)
  if (!identity) throw new IrisError('TOKEN_INVALID', 'This token is not valid.')
  return { identity, secret }
}

function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
}

/** Throws unless the caller's role may make this call. */
export function mayCall(name: CallName, caller: Identity): void {
  const allowed = calls[name].for
  if (allowed === 'anyone' || rolesOf(caller).some((role) => allowed.some((one) => one === role))) return
  throw new IrisError('FORBIDDEN', `A caller with the role ${caller.role} may not do this.`)
}
