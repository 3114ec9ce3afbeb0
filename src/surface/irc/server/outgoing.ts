import { escapeValue, formatMessage, formatTags } from '../codec/index.ts'
import type { Capability } from './capabilities.ts'

/** A message on its way to one or many clients; what each sees of its tags follows from what it asked for. */
export interface Outgoing {
  source?: string | undefined
  command: string
  params: readonly string[]
  /** When it was said; those without are as old as the line. */
  at?: number | undefined
  id?: string | undefined
  /** The account of whoever said it. */
  account?: string | undefined
  /** Tags of the client that said it, passed on to clients that take tags. */
  clientTags?: ReadonlyMap<string, string> | undefined
  /** Part of a long line that goes on in the next. */
  concat?: true
}

/** What is added for one client alone. */
export interface Extras {
  label?: string | undefined
  batch?: string | undefined
  /** The batch that this line opens, or closes. */
  opens?: string
  closes?: string
}

type Capabilities = ReadonlySet<Capability>

/** The line of a message, for what a client has asked for. */
export type Format = (capabilities: Capabilities, extras?: Extras) => string

/** Formats a message once for all clients that see the same of it. */
export function createFormat(message: Outgoing, now: number): Format {
  const body = formatMessage({ source: message.source, command: message.command, params: message.params })
  const made = new Map<number, string>()
  return (capabilities, extras) => {
    const profile = profileOf(capabilities)
    let tags = made.get(profile)
    if (tags === undefined) made.set(profile, (tags = tagsFor(message, capabilities, now)))
    const own = extras ? ownTags(extras) : ''
    const all = own && tags ? `${own};${tags}` : own || tags
    return all ? `@${all} ${body}\r\n` : `${body}\r\n`
  }
}

function profileOf(capabilities: Capabilities): number {
  return (
    (capabilities.has('server-time') ? 1 : 0) +
    (capabilities.has('message-tags') ? 2 : 0) +
    (capabilities.has('account-tag') ? 4 : 0) +
    (capabilities.has('draft/multiline') ? 8 : 0)
  )
}

function tagsFor(message: Outgoing, capabilities: Capabilities, now: number): string {
  const { at = now, id, account, concat, clientTags } = message
  const tags: string[] = []
  if (capabilities.has('server-time') && !isNumeric(message.command))
    tags.push(`time=${new Date(at).toISOString()}`)
  if (capabilities.has('account-tag') && account !== undefined) tags.push(`account=${escapeValue(account)}`)
  if (capabilities.has('draft/multiline') && concat) tags.push('draft/multiline-concat')
  if (!capabilities.has('message-tags')) return tags.join(';')
  if (id !== undefined) tags.push(`msgid=${id}`)
  if (clientTags?.size) tags.push(formatTags(clientTags))
  return tags.join(';')
}

function isNumeric(command: string): boolean {
  return /^\d/.test(command)
}

function ownTags({ label, batch }: Extras): string {
  const parts: string[] = []
  if (batch !== undefined) parts.push(`batch=${batch}`)
  if (label !== undefined) parts.push(`label=${escapeValue(label)}`)
  return parts.join(';')
}
