import { IrisError, type ConnectorId, type ConnectRequest } from '../../contract/index.ts'
import { createClients, type Clients } from './clients.ts'
import { createPairs, type Pairs, type PairsDeps } from './pairs.ts'
import { OAuthRefusal } from './refusal.ts'
import { isVerified } from './secrets.ts'
import { createWaiting } from './waiting.ts'

const requestLife = 10 * 60_000
const codeLife = 60_000
const maxWaiting = 64

/** What a program asks for before anybody has allowed it. */
interface Wish {
  client: string
  redirect: string
  challenge: string
  state: string | undefined
}

/** Lets outside programs speak for a person, by OAuth 2.1. */
export interface Connectors extends Clients, Omit<Pairs, 'begin' | 'end'> {
  /** Keeps a wish until a person answers it; gives its name. */
  ask(wish: Wish): string
  show(request: string): ConnectRequest
  /** Where the browser goes next. */
  answer(request: string, answer: { allow: boolean; mayAnswer: boolean }): string
  exchange(shown: {
    code: string
    client: string
    redirect: string
    verifier: string
  }): ReturnType<Pairs['refresh']>
}

interface Code extends Wish {
  mayAnswer: boolean
  /** What it was spent for. */
  spentFor?: ConnectorId
}

export function createConnectors(deps: PairsDeps): Connectors {
  const { clock } = deps
  const clients = createClients(deps)
  const pairs = createPairs(deps)
  const requests = createWaiting<Wish>({ clock, life: requestLife, most: maxWaiting })
  const codes = createWaiting<Code>({ clock, life: codeLife, most: maxWaiting })
  const nameOf = (client: string): string => clients.find(client)?.name ?? 'A program'

  return {
    ...clients,
    ...pairs,
    ask: (wish) => requests.keep(wish),
    show(request) {
      const { client, redirect } = known(requests.look(request))
      return { request, name: nameOf(client), leadsTo: new URL(redirect).origin }
    },
    answer(request, { allow, mayAnswer }) {
      const wish = known(requests.take(request))
      if (!allow) return backTo(wish, { error: 'access_denied', error_description: 'The person said no.' })
      return backTo(wish, { code: codes.keep({ ...wish, mayAnswer }) })
    },
    exchange({ code, client, redirect, verifier }) {
      const found = codes.look(code)
      if (found?.spentFor !== undefined) pairs.end(found.spentFor, 'replayed')
      if (!found || found.spentFor !== undefined || found.client !== client || found.redirect !== redirect)
        throw new OAuthRefusal('invalid_grant', 'This code is unknown, used, or made for another program.')
      if (!isVerified(verifier, found.challenge))
        throw new OAuthRefusal('invalid_grant', 'The verifier is not that of the challenge.')
      const { mayAnswer } = found
      const leadsTo = new URL(redirect).origin
      const { connector, pair } = pairs.begin({ client, name: nameOf(client), leadsTo, mayAnswer })
      found.spentFor = connector
      return pair
    },
  }
}

function known(wish: Wish | undefined): Wish {
  if (wish) return wish
  throw new IrisError('CONNECT_REQUEST_UNKNOWN', 'Nobody is waiting for this answer any more.')
}

/** The address that a program wants its answer at. */
export function backTo(
  { redirect, state }: Pick<Wish, 'redirect' | 'state'>,
  answer: Record<string, string>,
): string {
  const url = new URL(redirect)
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
  if (state !== undefined) url.searchParams.set('state', state)
  return url.href
}
