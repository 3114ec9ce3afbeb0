import {
  endingWords,
  fieldsOf,
  oneLine,
  readLine,
  textIn,
  type EventEnvelope,
  type LinePart,
  type ReadLine,
  type TurnEnding,
} from '../../contract/plain.ts'
import { number } from './fields.ts'
import type { Content, Item, Use } from './items.ts'
import { noteOf } from './notes.ts'
import { contentOfUse } from './uses.ts'
import { adviceIn, type Took } from './words.ts'

/** Whose transcript it is. */
export interface AgentName {
  name: string
  role: string
  /** Who works for it, where that is known. */
  mates?: readonly Mate[]
}

/** Somebody who works for an agent: its id, what it is called, and the key of its role. */
export interface Mate {
  id: string
  name: string
  role: string | null
}

/** A transcript while it is written. */
interface Draft {
  agent: AgentName
  items: Item[]
  uses: Map<string, Use>
  asks: Map<string, Extract<Item, { kind: 'ask' }>>
  /** What may not be done before an ask is answered, and since when. */
  held: Map<string, { use: Use; since: number }>
  /** The call that leave was last wanted for. */
  wanted: string
  /** The turns that take up others, with how their messages begin. */
  retries: Map<string, string>
  /** When each turn was accepted and delivered, and how long it stood still for an answer. */
  times: Map<string, TurnTimes>
  ends: Map<string, Extract<Item, { kind: 'ended' }>>
  /** What was told while another turn was under way; it is drawn when its own begins. */
  queued: Map<string, Extract<Content, { kind: 'told' }>>
  /** The turn under way. */
  turn: string
  /** Who speaks at the end of what is written; a banner stands where that changes. */
  speaking: string
  speaker: string
  /** The name of each teammate by its id, and those at work. */
  names: Map<string, string>
  working: Set<string>
  /** What of its plan the agent is at, and what it was last told. */
  step: string
  task: string
  /** Turns whose lines were pruned, all of them so far. */
  pruned: Set<string>
}

interface TurnTimes {
  acceptedAt?: number
  deliveredAt?: number
  /** The asks for which it stands still. */
  asks: Set<string>
  stillSince: number
  stillMs: number
}

/** Reads each event's line once, however often the transcript is made anew. */
const lines = new WeakMap<EventEnvelope, ReadLine>()

/** The events of a session as a person reads them: who was told what, what they did, folded where it repeats. */
export function transcriptOf(events: readonly EventEnvelope[], agent: AgentName): Item[] {
  const draft: Draft = {
    agent,
    items: [],
    uses: new Map(),
    asks: new Map(),
    held: new Map(),
    wanted: '',
    retries: new Map(),
    times: new Map(),
    ends: new Map(),
    queued: new Map(),
    turn: '',
    speaking: '',
    speaker: agent.name,
    names: new Map(agent.mates?.map(({ id, name }) => [id, name])),
    working: new Set(),
    step: '',
    task: '',
    pruned: new Set(),
  }
  for (const event of events) add(draft, event)
  return draft.items
}

type Add = (draft: Draft, event: EventEnvelope) => void

const adders: Readonly<Record<string, Add>> = {
  'agent.printed': addLine,
  'turn.accepted': addTold,
  'turn.delivered': begin,
  'turn.ended': addEnd,
  'ask.opened': addAsk,
  'ask.answered': closeAsk,
  'ask.dismissed': closeAsk,
  'ask.withdrawn': closeAsk,
  'usage.recorded': markRehearsed,
}

function add(draft: Draft, event: EventEnvelope): void {
  const adder = Object.hasOwn(adders, event.type) ? adders[event.type] : undefined
  if (adder) return adder(draft, event)
  noteMate(draft, event)
  const name = draft.names.get(textIn(event.data, 'teammate'))
  const note = noteOf(event.type, { name, ...fieldsOf(event.data) })
  if (note) push(draft, event, { kind: 'note', ...note })
}

function noteMate({ names, working }: Draft, { type, data }: EventEnvelope): void {
  const id = textIn(data, 'teammate')
  if (type === 'teammate.ended') working.delete(id)
  if (type !== 'teammate.started') return
  names.set(id, textIn(data, 'name') || textIn(data, 'role'))
  working.add(id)
}

function addLine(draft: Draft, event: EventEnvelope): void {
  if (fieldsOf(event.data)['pruned'] === true) return notePruned(draft, event)
  draft.pruned.delete(event.turn ?? '')
  if (event.turn) goOn(draft, event, event.turn)
  let line = lines.get(event)
  if (!line) lines.set(event, (line = readLine(textIn(event.data, 'line'))))
  for (const part of line.parts) addPart(draft, event, { part, parent: line.parent })
}

/** Of a pruned turn one note stands for all its lines. */
function notePruned(draft: Draft, event: EventEnvelope): void {
  const turn = event.turn ?? ''
  if (draft.pruned.has(turn)) return
  draft.pruned.add(turn)
  push(draft, event, { kind: 'note', words: 'What the agent did here was pruned.', isBad: false })
}

function addPart(
  draft: Draft,
  event: EventEnvelope,
  { part, parent }: { part: LinePart; parent: string | null },
): void {
  if (part.kind === 'returned') return settle(draft, event, part)
  if (part.kind === 'wanted') draft.wanted = part.use
  const content = contentOf(draft, event, part)
  if (!content) return
  announce(draft, event, parent)
  if (content.kind === 'planned')
    draft.step = content.todos.find(({ state }) => state === 'in_progress')?.words ?? ''
  if (content.kind === 'message') {
    content.from = draft.speaker
    content.to = calledName(draft, content.to)
  }
  const last = draft.items.at(-1)
  if (content.kind === 'looked' && last?.kind === 'looked') last.uses.push(...content.uses)
  else push(draft, event, content)
}

function contentOf(draft: Draft, { seq, at }: EventEnvelope, part: LinePart): Content | undefined {
  if (part.kind === 'said' || part.kind === 'thought') return part.text.trim() === '' ? undefined : part
  if (part.kind !== 'used') return undefined
  const { id, tool, input } = part
  const use: Use = { id, tool, input, seq, at, result: null, isHeld: false, waitedMs: 0, leave: null }
  draft.uses.set(id, use)
  return contentOfUse(use)
}

/** A result belongs to its call, wherever that stands. */
function settle(
  draft: Draft,
  { seq, at }: EventEnvelope,
  { id, text: words, outcome }: Extract<LinePart, { kind: 'returned' }>,
): void {
  const use = draft.uses.get(id)
  const isError = outcome === 'failed'
  if (use) Object.assign(use, { result: { text: words, isError, at, seq }, isHeld: false })
}

/** Puts a banner where somebody else begins to speak: the agent itself, or a helper it started by a tool call. */
function announce(draft: Draft, event: EventEnvelope, parent: string | null): void {
  const speaker = parent ?? `agent ${event.agent ?? ''}`
  if (speaker === draft.speaking) return
  draft.speaking = speaker
  const who = parent === null ? ownBanner(draft) : helperBanner(draft, parent)
  draft.speaker = who.name
  push(draft, event, { kind: 'banner', ...who, isHelper: parent !== null })
}

type Who = Pick<Extract<Content, { kind: 'banner' }>, 'name' | 'role' | 'phase'>

/** An agent is at a step of its plan, busy while others work for it, or at what it was told, unless that stands above. */
function ownBanner({ agent: { name, role }, step, task, working, names, items }: Draft): Who {
  const mates = [...new Set([...working].map((id) => names.get(id) ?? ''))].filter(Boolean)
  const meanwhile =
    mates.length === 0 ? '' : `while ${mates.join(', ')} ${mates.length === 1 ? 'works' : 'work'}`
  return { name, role, phase: step || meanwhile || (items.at(-1)?.kind === 'told' ? '' : task) }
}

function helperBanner(draft: Draft, parent: string): Who {
  const input = draft.uses.get(parent)?.input ?? {}
  const role = textIn(input, 'subagent_type') || 'helper'
  const name = calledName(draft, textIn(input, 'name') || role)
  return { name, role, phase: textIn(input, 'description') }
}

/** What somebody is called who is addressed by id, by role or by name. */
function calledName({ agent, names }: Draft, addressed: string): string {
  const mate = agent.mates?.find(({ id, role }) => addressed === id || addressed === role)
  return mate?.name ?? names.get(addressed) ?? addressed
}

/** What is told while a turn is under way waits for it, and is not drawn inside it. */
function addTold(draft: Draft, event: EventEnvelope): void {
  const { data, seq, at, turn = '' } = event
  timesOf(draft, turn).acceptedAt = at
  // What takes up a turn that met a limit is told in that turn's end, and shown when it begins.
  if (textIn(data, 'retryOf') !== '')
    return void draft.retries.set(turn, oneLine(textIn(data, 'preview'), 80))
  const words = { from: textIn(data, 'from'), preview: textIn(data, 'preview'), bytes: number(data, 'bytes') }
  const told = { kind: 'told' as const, ...words, turn, acceptedSeq: seq }
  if (draft.turn !== '' && draft.turn !== turn) draft.queued.set(turn, told)
  else pushTold(draft, event, told)
}

function pushTold(draft: Draft, event: EventEnvelope, told: Extract<Content, { kind: 'told' }>): void {
  draft.speaking = ''
  draft.task = oneLine(told.preview, 80)
  draft.turn = told.turn
  push(draft, event, told)
}

function begin(draft: Draft, event: EventEnvelope): void {
  const turn = event.turn ?? ''
  timesOf(draft, turn).deliveredAt = event.at
  goOn(draft, event, turn)
  const words = draft.retries.get(turn)
  if (words !== undefined) push(draft, event, { kind: 'note', words: `Retried: “${words}”`, isBad: false })
}

/** From here on a turn is under way; what it was told is drawn first. */
function goOn(draft: Draft, event: EventEnvelope, turn: string): void {
  const told = draft.queued.get(turn)
  draft.queued.delete(turn)
  if (told) pushTold(draft, event, told)
  draft.turn = turn
}

function timesOf({ times }: Draft, turn: string): TurnTimes {
  const known = times.get(turn) ?? { asks: new Set(), stillSince: 0, stillMs: 0 }
  times.set(turn, known)
  return known
}

function addEnd(draft: Draft, event: EventEnvelope): void {
  const { data, turn = '' } = event
  const how = textIn(data, 'how')
  if (!isEnding(how)) return
  if (how !== 'cancelled') goOn(draft, event, turn)
  const cost = fieldsOf(data)['costUsd']
  draft.speaking = ''
  const answer = textIn(data, 'preview')
  if (draft.pruned.has(turn) && answer !== '') push(draft, event, { kind: 'said', text: answer })
  push(draft, event, {
    kind: 'ended',
    how,
    words: how === 'cancelled' ? droppedWords(draft, turn) : endingWords[how],
    advice: adviceIn(data),
    costUsd: typeof cost === 'number' ? cost : null,
    isRehearsed: false,
    took: tookIn(draft, event),
  })
  const item = draft.items.at(-1)
  if (item?.kind === 'ended') draft.ends.set(turn, item)
  draft.queued.delete(turn)
  if (draft.turn === turn) draft.turn = ''
}

/** How long the turn of an end took; null where its beginning is not known. */
function tookIn(draft: Draft, { at, turn }: EventEnvelope): Took | null {
  const { acceptedAt, deliveredAt, asks, stillSince, stillMs } = timesOf(draft, turn ?? '')
  if (deliveredAt === undefined) return null
  const waitedMs = stillMs + (asks.size > 0 ? at - stillSince : 0)
  const workedMs = Math.max(0, at - deliveredAt - waitedMs)
  return { workedMs, waitedMs, queuedMs: deliveredAt - (acceptedAt ?? deliveredAt) }
}

/** Nobody pays for what was rehearsed. */
function markRehearsed({ ends }: Draft, { data, turn }: EventEnvelope): void {
  const end = ends.get(turn ?? '')
  if (end) end.isRehearsed = fieldsOf(data)['rehearsed'] === true
}

/** A turn is dropped in the middle of another, so its end says which one it was. */
function droppedWords({ items, queued, retries }: Draft, turn: string): string {
  const told = queued.get(turn) ?? items.findLast((item) => item.kind === 'told' && item.turn === turn)
  const words = told?.kind === 'told' ? told.preview : retries.get(turn)
  return words === undefined ? endingWords.cancelled : `“${oneLine(words, 60)}” ${endingWords.cancelled}`
}

function addAsk(draft: Draft, event: EventEnvelope): void {
  const { data, at, turn = '' } = event
  const ask = textIn(data, 'ask')
  push(draft, event, {
    kind: 'ask',
    ask,
    tool: textIn(data, 'tool'),
    words: textIn(data, 'text'),
    outcome: null,
  })
  const item = draft.items.at(-1)
  if (item?.kind === 'ask') draft.asks.set(ask, item)
  if (fieldsOf(data)['holds'] !== false) standStill(timesOf(draft, turn), ask, at)
  if (textIn(data, 'kind') === 'permission') hold(draft, ask, at)
}

function standStill(times: TurnTimes, ask: string, at: number): void {
  if (times.asks.size === 0) times.stillSince = at
  times.asks.add(ask)
}

/** An ask is recorded right behind the line that names the call it is about. */
function hold({ uses, held, wanted }: Draft, ask: string, since: number): void {
  const use = uses.get(wanted)
  if (!use || use.result !== null) return
  use.isHeld = true
  held.set(ask, { use, since })
}

function closeAsk(draft: Draft, { type, data, at }: EventEnvelope): void {
  const ask = textIn(data, 'ask')
  for (const times of draft.times.values())
    if (times.asks.delete(ask) && times.asks.size === 0) times.stillMs += at - times.stillSince
  const item = draft.asks.get(ask)
  const outcome =
    type === 'ask.withdrawn' ? withdrawal(data) : `${verdict(type, data)} by ${answererOf(data)}`
  if (item) item.outcome = outcome
  const held = draft.held.get(ask)
  if (!held) return
  Object.assign(held.use, { isHeld: false, leave: outcome })
  held.use.waitedMs += at - held.since
  // It stands with what was allowed, above what came of it.
  draft.items = draft.items.filter((one) => one !== item)
}

function withdrawal(data: unknown): string {
  const reason = textIn(data, 'reason')
  return reason === '' ? 'withdrawn' : `withdrawn: ${reason}`
}

function answererOf(data: unknown): string {
  const by = textIn(data, 'by')
  return { user: 'you', policy: 'the config' }[by] ?? by
}

function verdict(type: string, data: unknown): string {
  if (type === 'ask.dismissed') return 'dismissed'
  const { allow } = fieldsOf(data)
  return allow === false ? 'denied' : allow === true ? 'allowed' : 'answered'
}

function push(draft: Draft, { seq, at }: EventEnvelope, content: Content): void {
  const place = placeIn(draft.items, seq)
  draft.items.push({ key: `${seq}.${place}`, seq, at, ...content })
}

function isEnding(how: string): how is TurnEnding {
  return Object.hasOwn(endingWords, how)
}

/** How many items of this event there are already: with its number, a name that stays. */
function placeIn(items: readonly Item[], seq: number): number {
  const before = items.findLastIndex((item) => item.seq !== seq)
  return items.length - 1 - before
}
