import {
  calls,
  IrisError,
  rolesOf,
  type Caller,
  type CallName,
  type Identity,
} from '../../../contract/index.ts'
import { callerOf, type Identify } from '../../../core/tokens/index.ts'
import type { Account, Session } from '../server/presence.ts'

/** Who is behind connections: whoever the token says that they showed, as long as it counts. */
export interface Holders {
  verify(secret: string): { account: Account; caller: Caller } | undefined
  /** Throws when the token of a connection counts no more, or its role may not do this. */
  callerFor(session: Session, call: CallName): Caller
  /** Whether the token of a connection still counts. */
  counts(session: Session): boolean
}

export function createHolders(deps: {
  identify: Identify
  /** What somebody is called in rooms. */
  nameOf: (caller: Caller) => string
}): Holders {
  const secrets = new WeakMap<Account, string>()
  return { verify, callerFor, counts: (session) => identityOf(session) !== undefined }

  function verify(secret: string): ReturnType<Holders['verify']> {
    const identity = deps.identify(secret)
    if (!identity || !mayCall('readMessages', identity)) return undefined
    const caller = callerOf(identity)
    const name = deps.nameOf(caller)
    const account = { name, nick: name, isReadOnly: !mayCall('postMessage', identity) }
    secrets.set(account, secret)
    return { account, caller }
  }

  function identityOf({ account }: Session): Identity | undefined {
    const secret = account && secrets.get(account)
    return secret === undefined ? undefined : deps.identify(secret)
  }

  function callerFor(session: Session, call: CallName): Caller {
    const identity = identityOf(session)
    if (!identity) throw new IrisError('TOKEN_INVALID', 'This token is not valid any more.')
    if (!mayCall(call, identity))
      throw new IrisError('FORBIDDEN', `A caller with the role ${identity.role} may not do this.`)
    return callerOf(identity)
  }
}

function mayCall(name: CallName, identity: Identity): boolean {
  const allowed = calls[name].for
  return allowed === 'anyone' || rolesOf(identity).some((role) => allowed.some((one) => one === role))
}
