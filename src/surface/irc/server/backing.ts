import type { Account, Session } from './presence.ts'
import type { EntryKind, Said } from './said.ts'

interface NewEntry {
  kind: EntryKind
  /** Whoever of them said it: two identities, or the one name of a channel. */
  conversation: readonly string[]
  /** `nick!user@host` of whoever said it. */
  source: string
  account: string | undefined
  /** As it stood in the line. */
  target: string
  /** The whole text; its lines are divided by newlines. */
  text: string
  clientTags: ReadonlyMap<string, string> | undefined
}

export interface Entry extends NewEntry {
  seq: number
  id: string
  at: number
}

/** A place in a conversation: by number, or by time. */
export type Point = { seq: number } | { at: number }

export interface Slice {
  after?: Point | undefined
  before?: Point | undefined
  /** Nothing before this is there for whoever reads. */
  since?: Point | undefined
  /** From which end the limit counts. */
  from: 'start' | 'end'
  limit: number
  kinds: readonly EntryKind[]
}

/** A conversation with the time of the last thing said in it. */
interface Target {
  /** The other side, or the channel. */
  name: string
  at: number
}

export interface History {
  add(entry: NewEntry): Entry
  /** An id and a time for what is not kept. */
  stamp(): { id: string; at: number }
  read(conversation: readonly string[], slice: Slice): Entry[]
  find(conversation: readonly string[], id: string): Point | undefined
  /** Conversations of two in which this identity took part, oldest last word first. */
  talks(identity: string, between: { after: number; before: number; limit: number }): Target[]
  lastIn(conversation: readonly string[]): number | undefined
}

/** Up to which message a client of an account was shown rooms; 0 forgets it. */
export interface ShownTo {
  account: string
  client: string
  upTo: number
}

/** What an account keeps over its connections. */
export interface Belongings {
  marker(account: string, target: string): number | undefined
  /** Moves the marker forward, never back, and says where it stands. */
  moveMarker(account: string, target: string, at: number): number
  channelsOf(account: string): string[]
  setChannels(account: string, channels: readonly string[]): void
  /** How far a client was shown rooms, when it was here before. */
  shown(account: string, client: string): number | undefined
  /** `send` shows it to them: it is the last that happens before the change counts. */
  keepShown(rows: readonly ShownTo[], send: () => void): void
}

/** A channel that stays when nobody is in it, with what was set in it. */
export interface KeptChannel {
  founder: string
  createdAt: number
  state: string
}

/** Channels that an account has founded. */
export interface KeptChannels {
  find(name: string): KeptChannel | undefined
  save(name: string, channel: KeptChannel): void
}

/** Why something was not done, as the reply that says so. */
export type Refusal = readonly string[]

/** A channel as LIST shows it. */
export interface Listed {
  name: string
  users: number
  topic: string
}

/** Rooms that are kept elsewhere: the server shows them, and nothing is done in them that is not allowed there. */
export interface Rooms {
  /** Puts a room, with whoever lives in it, where the server shows it; nothing when there is none. */
  show(name: string): void
  enter(session: Session, name: string): Promise<Refusal | undefined>
  leave(session: Session, name: string): Promise<Refusal | undefined>
  /** Settles once everybody here has heard it. */
  say(session: Session, spoken: { target: string; said: Said }): Promise<Refusal | undefined>
  setTopic(session: Session, name: string, text: string): Promise<Refusal | undefined>
  list(session: Session): Promise<Listed[]>
}

/** What the server stands on: accounts, the past, and what it is told to allow. */
export interface Backing {
  /** Whether anybody may come in without an account. */
  guests: boolean
  verify(name: string, secret: string): Promise<Account | undefined>
  hasAccount(name: string): boolean
  history: History
  belongings: Belongings
  kept?: KeptChannels
  /** Without them channels are made by whoever comes first. */
  rooms?: Rooms
}
