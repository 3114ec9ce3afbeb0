import { z } from 'zod'
import { EventEnvelope, eventDefinitions } from '../src/contract/index.ts'

/** Fields by path, such as `checks[].ok`, with what they hold. */
type Fields = Record<string, string>

/** The shapes of events that were ever promised: the envelope, and data by `type@version`. */
export interface PinnedEvents {
  envelope: Fields
  events: Record<string, Fields>
}

/** The shapes as the code defines them now. */
export function currentEvents(): PinnedEvents {
  const events = Object.entries(eventDefinitions).map(
    ([type, { version, data }]) => [`${type}@${version}`, fieldsOf(data)] as const,
  )
  return { envelope: fieldsOf(EventEnvelope), events: Object.fromEntries(events) }
}

/** What a reader of the pinned shapes would miss or misread: fields that went or changed, types that went. */
export function breaksOf(pinned: PinnedEvents, current: PinnedEvents): string[] {
  const types = new Set(Object.keys(current.events).map(typeOf))
  const gone = Object.keys(pinned.events).filter((key) => !types.has(typeOf(key)))
  const changed = Object.entries(current.events).flatMap(([key, fields]) =>
    fieldBreaks(key, pinned.events[key] ?? {}, fields),
  )
  return [
    ...gone.map((key) => `${key} is gone`),
    ...fieldBreaks('envelope', pinned.envelope, current.envelope),
    ...changed,
  ]
}

/** The pinned shapes with what is new; versions that are no longer written stay, because old logs hold them. */
export function withAdditions(pinned: PinnedEvents, current: PinnedEvents): PinnedEvents {
  const events = Object.entries({ ...pinned.events, ...current.events })
  return {
    envelope: current.envelope,
    events: Object.fromEntries(events.toSorted(([one], [other]) => (one < other ? -1 : 1))),
  }
}

/** docs/event-stream.md with its table of events brought up to date; what an event means is written there by hand. */
export function withEventTable(page: string, events: PinnedEvents): string {
  const meanings = new Map(eventRows(page).map(({ key, means }) => [key, means]))
  const rows = Object.entries(events.events).map(([key, fields]) => {
    const [type, version] = key.split('@')
    return `| \`${type}\` | ${version} | ${meanings.get(key) ?? ''} | ${described(fields)} |`
  })
  const table = ['| event | v | means | data |', '| --- | --- | --- | --- |', ...rows].join('\n')
  const [before = '', rest = ''] = page.split('<!-- events -->')
  const [, after = ''] = rest.split('<!-- /events -->')
  return `${before}<!-- events -->\n\n${table}\n\n<!-- /events -->${after}`
}

/** The rows of the table of events. */
export function eventRows(page: string): { key: string; means: string; data: string }[] {
  const [, rest = ''] = page.split('<!-- events -->')
  const [table = ''] = rest.split('<!-- /events -->')
  return [...table.matchAll(/^\| `(\S+)` *\| (\d+) *\|(.*?)\|(.*)\|$/gm)].map(
    ([, type = '', version = '', means = '', data = '']) => ({
      key: `${type}@${version}`,
      means: means.trim(),
      data: data.trim(),
    }),
  )
}

function described(fields: Fields): string {
  return Object.entries(fields)
    .map(([path, holds]) => `\`${path}\` ${holds}`)
    .join('; ')
}

function fieldBreaks(key: string, pinned: Fields, current: Fields): string[] {
  return Object.entries(pinned).flatMap(([path, was]) => {
    const is = current[path]
    if (is === undefined) return [`${key}: ${path} is gone`]
    return is === was || widens(was, is) ? [] : [`${key}: ${path} was ${was} and is ${is}`]
  })
}

/** A word more in a list of words breaks no reader that passes over what it does not know. */
function widens(was: string, is: string): boolean {
  const words = (holds: string): string[] => holds.replace(/^.*one of /, '').split(', ')
  if (!was.includes('one of ') || was.replace(/one of .*/, '') !== is.replace(/one of .*/, '')) return false
  return words(was).every((word) => words(is).includes(word))
}

function typeOf(key: string): string {
  return key.split('@')[0] ?? key
}

interface Schema {
  type?: string | readonly string[]
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Schema[]
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
}

function fieldsOf(schema: z.ZodType): Fields {
  const fields: Fields = {}
  visit(z.toJSONSchema(schema, { unrepresentable: 'any' }) as Schema, '', true)
  delete fields['']
  return fields

  function visit(part: Schema, path: string, isRequired: boolean): void {
    const { whole, isNullable } = withoutNull(part)
    fields[path] = `${isRequired ? '' : 'optional '}${isNullable ? 'null or ' : ''}${wordFor(whole)}`
    if (whole.items) visit(whole.items, `${path}[]`, true)
    for (const [name, child] of Object.entries(whole.properties ?? {})) {
      visit(child, path === '' ? name : `${path}.${name}`, whole.required?.includes(name) ?? false)
    }
  }
}

/** JSON schema writes "may be null" as a choice, or as one of several types. */
function withoutNull(part: Schema): { whole: Schema; isNullable: boolean } {
  if (Array.isArray(part.type)) {
    const types = part.type.filter((type) => type !== 'null')
    return { whole: { ...part, type: types.join(' or ') }, isNullable: types.length < part.type.length }
  }
  const choices = part.anyOf?.filter(({ type }) => type !== 'null') ?? []
  const isNullable = part.anyOf !== undefined && choices.length < part.anyOf.length
  const [only] = choices
  return {
    whole: choices.length === 1 && only ? only : { ...part, ...(part.anyOf && { anyOf: choices }) },
    isNullable,
  }
}

function wordFor({ type, enum: choices, const: value, anyOf }: Schema): string {
  if (choices) return `one of ${choices.map(String).join(', ')}`
  if (value !== undefined) return `one of ${JSON.stringify(value)}`
  if (anyOf) return anyOf.map(wordFor).join(' or ')
  return type === undefined ? 'any' : String(type)
}
