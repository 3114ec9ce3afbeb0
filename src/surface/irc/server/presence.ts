import type { Capability } from './capabilities.ts'
import type { Extras, Format } from './outgoing.ts'
import type { Incoming } from './said.ts'

/** Who somebody is, shown by a password or a token. */
export interface Account {
  name: string
  /** The only nick this account may have; without it, any. */
  nick?: string
  /** May read and not write. */
  isReadOnly?: boolean
}

/** What the server needs of the line to a client. */
export interface Wire {
  host: string
  isSecure: boolean
  write(line: string): void
  /** From now on it is sent to after the others. */
  sendLate(): void
  /** Says why and hangs up. */
  close(reason: string): void
}

/** One connection of a client, before and after it has said who it is. */
export interface Session {
  wire: Wire
  capabilities: Set<Capability>
  /** The newest version of capability negotiation the client has named. */
  version: number
  isNegotiating: boolean
  wanted: { nick?: string; username?: string; realname?: string; password?: string }
  login: { mechanism: 'PLAIN'; received: string } | undefined
  account: Account | undefined
  user: User | undefined
  batch: Incoming | undefined
  /** The answer to a labelled command while it is carried out. */
  answer: { format: Format; extras: Extras }[] | undefined
  batches: number
  /** What it calls itself besides its nick: the name it logged in with, or its user name. */
  client: string
  /** How far its client was shown rooms before it came; nothing when it is new. */
  shownBefore: number | undefined
  /** Numbers of the newest message on its way, handed over to the system, and handed over when it was last heard of. */
  queuedUpTo: number
  sentUpTo: number
  seenUpTo: number
  /** The newest message that it was shown as past, in each channel. */
  replayedUpTo: WeakMap<Channel, number>
  /** When it was asked whether it has what it was sent, by the steady clock. */
  askedAt: number | undefined
  cancelAsking: (() => void) | undefined
  isClosed: boolean
}

/** Somebody others can see. One with an account may have several connections; one who lives here has none. */
export interface User {
  /** Tells two guests of one name apart; the account of whoever has one. */
  identity: string
  nick: string
  username: string
  host: string
  realname: string
  account: string | undefined
  away: string | undefined
  isInvisible: boolean
  isBot: boolean
  /** Stays when nobody is connected. */
  isResident: boolean
  channels: Set<Channel>
  sessions: Set<Session>
  signedOnAt: number
  /** By the steady clock. */
  spokeAt: number
}

export type Rank = 'o' | 'v'
export type Flag = 'i' | 'm' | 'n' | 's' | 't'

interface Ban {
  mask: string
  by: string
  at: number
}

export interface Channel {
  name: string
  /** The account that founded it; without one it ends with its last member. */
  founder: string | undefined
  createdAt: number
  topic: { text: string; by: string; at: number } | undefined
  flags: Set<Flag>
  key: string | undefined
  limit: number | undefined
  bans: Ban[]
  members: Map<User, Set<Rank>>
  invited: Set<User>
}
