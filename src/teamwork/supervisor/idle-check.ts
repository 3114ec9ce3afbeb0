import type { Event, Message } from '../../contract/index.ts'
import { namesOf } from './calling.ts'
import { emKey, limitsOf, type OrgContext } from './context.ts'
import type { IdleCheckRow, SeatRow } from './rows.ts'
import { roomsOf } from './seats.ts'

const span = 5 * 60_000
const maxShown = 50
const maxChars = 1000

/** Whether nothing runs, waits or holds in a seat. */
export function isAtRest({ isHeld, sessions }: OrgContext, { id, session }: SeatRow): boolean {
  return !isHeld(id) && !sessions.isBusy(session) && sessions.counts(session).queued === 0
}

/** Has a cheap model look at an EM that rests, once for each new thing that is said; one that is stuck is told once, then a person is. */
export async function checkIdle(context: OrgContext, project: string): Promise<void> {
  const { rows, sessions, iris, log, signal } = context
  const model = limitsOf(context, project).idleCheck
  const seat = rows.seats.byKey(project, emKey)
  if (model === null || !seat || !isAtRest(context, seat)) return
  const said = saidLately(context, seat)
  const seen = seenIn(context, seat, said)
  const known = rows.idleChecks.get(project)
  if (said.length === 0 || known?.seen === seen) return
  const { isIdle, costUsd } = await iris.judgeIdle({
    session: sessions.byId(seat.session),
    model,
    name: namesOf(context, seat)[0] ?? '',
    atWork: atWorkIn(context, project),
    said: said.map(({ author, body }) => `${author}: ${body.slice(0, maxChars)}`).join('\n'),
  })
  if (signal.aborted) return
  log.write((append) => {
    const check = counted(rows.idleChecks.get(project), { project, seen, costUsd })
    const did = isIdle === false && isStill(context, seat, seen) ? pressOn(context, seat, check) : 'nothing'
    if (isIdle === true) settle(context, check)
    rows.idleChecks.put(check)
    const about = { project, seat: seat.id, key: seat.key }
    append({
      type: 'seat.checked',
      session: seat.session,
      data: { ...about, found: foundWord(isIdle), did, costUsd },
    })
  })
}

/** One question more. */
function counted(
  known: IdleCheckRow | undefined,
  { project, seen, costUsd }: Pick<IdleCheckRow, 'project' | 'seen' | 'costUsd'>,
): IdleCheckRow {
  const before = known ?? { state: 'idle', ask: null, asked: 0, costUsd: 0 }
  return { ...before, project, seen, asked: before.asked + 1, costUsd: before.costUsd + costUsd }
}

function foundWord(isIdle: boolean | undefined): 'idle' | 'stuck' | 'unknown' {
  if (isIdle === undefined) return 'unknown'
  return isIdle ? 'idle' : 'stuck'
}

/** What others and it said in its rooms in the five minutes up to the newest word; notices of Iris count for nothing. */
function saidLately(context: OrgContext, seat: SeatRow): Message[] {
  const said = roomsOf(context, seat)
    .flatMap(({ channel }) => context.channels.history(channel, { newest: true, limit: maxShown }).messages)
    .filter(({ form, kind }) => form !== 'notice' && kind !== 'daemon')
    .toSorted((a, b) => a.at - b.at)
  const newest = said.at(-1)?.at ?? 0
  return said.filter(({ at }) => at >= newest - span)
}

function seenIn({ sessions }: OrgContext, { session }: SeatRow, said: readonly Message[]): string {
  return `${said.at(-1)?.message ?? ''} ${sessions.lastTurn(session)?.id ?? ''}`
}

/** Whether what was looked at is still so: one that was woken meanwhile is not nudged. */
function isStill(context: OrgContext, seat: SeatRow, seen: string): boolean {
  const now = context.rows.seats.get(seat.id)
  if (now?.closedAt !== null || context.rows.orgs.get(seat.project)?.stoppedAt !== null) return false
  return isAtRest(context, seat) && seenIn(context, seat, saidLately(context, seat)) === seen
}

function atWorkIn({ rows, tasks }: OrgContext, project: string): string[] {
  const started = rows.dispatches.open(project).filter(({ state }) => state === 'started')
  return started.flatMap(({ task }) => (task === null ? [] : tasks.get(task).key))
}

/** It is told once; if that did not help, a person is, once. */
function pressOn(
  { sessions, inbox, rows }: OrgContext,
  { session, project }: SeatRow,
  check: IdleCheckRow,
): 'told' | 'escalated' | 'nothing' {
  if (check.state === 'escalated') return 'nothing'
  if (check.state === 'told') {
    const { ask } = inbox.raise({
      source: 'alert',
      kind: 'question',
      type: 'blocking',
      text: `The engineering manager of ${project} seems to be stuck: it was told so, and something in its rooms still waits for it. What should it be told?`,
      freeText: true,
      tags: ['stuck'],
      team: rows.orgs.get(project)?.team ?? project,
      caller: 'iris',
    })
    Object.assign(check, { state: 'escalated', ask: ask.id })
    return 'escalated'
  }
  sessions.put({ session, message: stuckWords, author: 'iris', fromSession: null })
  check.state = 'told'
  return 'told'
}

const stuckWords =
  'Nothing is unread in your rooms, but by what was said there something still waits for you: a word to somebody, or something you said you would do. Do it now, or say in the room why not. If nothing waits, answer with one word.'

/** It has nothing to do: nobody need be told any more. */
function settle({ inbox }: OrgContext, check: IdleCheckRow): void {
  if (check.ask !== null) inbox.withdrawOne(check.ask, 'it is not stuck any more')
  Object.assign(check, { state: 'idle', ask: null })
}

/** A person says what one that is stuck is to be told. */
export function onStuckAnswered(context: OrgContext, { data }: Event<'ask.answered'>): void {
  const { rows, sessions, inbox } = context
  const check = rows.idleChecks.byAsk(data.ask)
  const seat = check && rows.seats.byKey(check.project, emKey)
  if (!check || !seat) return
  rows.idleChecks.put({ ...check, state: 'idle', ask: null })
  const answer = inbox.view(data.ask).answer
  const words = [...(answer?.chosen ?? []).flatMap(({ text }) => text ?? []), answer?.text ?? ''].join(' ')
  const message = `You seemed to be stuck, and the person was asked. The person says: ${words.trim()}`
  sessions.put({ session: seat.session, message, author: 'user', fromSession: null })
}
