import type { AlertMethodName, AskId, Event } from '../../contract/index.ts'
import type { AskRow, Inbox } from '../../core/inbox/index.ts'
import type { EventLog } from '../../core/store/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { NotificationSettings } from '../../platform/config/index.ts'
import { messageOf } from '../../platform/lib/index.ts'
import { notificationOf, type Send } from './notification.ts'
import type { Presence } from './presence.ts'
import { quietFor } from './quiet-hours.ts'
import type { Sent } from './sent.ts'
import { Refused } from './ways/http.ts'

const pauses = [1000, 5000, 30_000] as const
const oneTry = 15_000
/** Quiet hours are hours of the day: the clock, which may be set meanwhile, is looked at again this often. */
const longestNap = 60_000
const urgencies = ['low', 'normal', 'high'] as const

/** What one way of sending works with. */
export interface Sending {
  method: AlertMethodName
  /** Undefined when its settings are gone. */
  send: () => Send | undefined
  settings: () => NotificationSettings
  inbox: Inbox
  log: EventLog
  clock: Clock
  presence: Presence
  sent: Sent
  url: () => string
}

/** Sends what an event of the log is worth to a person: once, not in quiet hours, not while somebody looks. */
export async function onEvent(sending: Sending, event: Event, signal: AbortSignal): Promise<void> {
  if (event.type !== 'ask.opened' && event.type !== 'ask.reminded') return
  const { ask } = event.data
  const reminder = event.type === 'ask.reminded' ? event.data.times : 0
  if (!isWorth(sending, ask, reminder)) return
  if (await waitForEndOfQuiet(sending, sending.inbox.find(ask), signal)) {
    // What was answered in the night, or is reminded of again, is not sent in the morning.
    if (!isWorth(sending, ask, reminder)) return
  }
  if (sending.presence.isPresent()) return hold(sending, { ask, reminder, reason: 'presence' })
  await sendOrFail(sending, { ask, reminder }, signal)
}

interface What {
  ask: AskId
  reminder: number
}

function isWorth({ inbox, settings, sent, method }: Sending, id: AskId, reminder: number): boolean {
  const ask = inbox.find(id)
  if (sent.has(id, method, reminder) || ask.reminders > reminder) return false
  if (urgencies.indexOf(ask.urgency) < urgencies.indexOf(settings().leastUrgency)) return false
  if (ask.type === 'celebratory') return true
  const isOpen = ask.answeredAt === null && ask.dismissedAt === null && ask.withdrawnAt === null
  // The first of a batch speaks for all; what was passed to a lead comes to people with its first reminder.
  return isOpen && (reminder > 0 || (ask.batch === null && ask.forwardedTo === null))
}

/** True when there was something to wait for. */
async function waitForEndOfQuiet(sending: Sending, ask: AskRow, signal: AbortSignal): Promise<boolean> {
  const { settings, clock } = sending
  let hasWaited = false
  for (;;) {
    const hours = settings().quietHours
    const left = hours ? quietFor(hours, clock.now()) : 0
    if (!hours || left === 0 || (ask.urgency === 'high' && !hours.urgentToo)) return hasWaited
    if (!hasWaited) hold(sending, { ask: ask.id, reminder: ask.reminders, reason: 'quiet_hours' })
    hasWaited = true
    await pause(clock, Math.min(left, longestNap), signal)
  }
}

function hold({ log, inbox, method }: Sending, what: What & { reason: 'presence' | 'quiet_hours' }): void {
  const data = { ...what, method, team: inbox.find(what.ask).team }
  log.write((append) => append({ type: 'notification.held', data }))
}

/** A few tries with growing pauses; then it is given up, and the log says so. */
async function sendOrFail(sending: Sending, what: What, signal: AbortSignal): Promise<void> {
  const { inbox, log, method, sent } = sending
  const about = { ...what, team: inbox.find(what.ask).team, method }
  const outcome = await sendWithin(sending, what, signal)
  if ('reference' in outcome) return sent.note({ ...about, reference: outcome.reference })
  log.write((append) => append({ type: 'notification.failed', data: { ...about, ...outcome } }))
  return undefined
}

type Outcome = { reference: string | null } | { reason: string; tries: number }

async function sendWithin(sending: Sending, what: What, signal: AbortSignal): Promise<Outcome> {
  for (let tries = 1; ; tries += 1) {
    try {
      return { reference: (await trySending(sending, what, signal)) ?? null }
    } catch (error) {
      if (signal.aborted) throw error
      const delay = error instanceof Refused ? undefined : pauses[tries - 1]
      if (delay === undefined) return { reason: messageOf(error).slice(0, 500), tries }
      await pause(sending.clock, delay, signal)
    }
  }
}

async function trySending(sending: Sending, what: What, signal: AbortSignal): Promise<string | undefined> {
  const send = sending.send()
  if (!send) throw new Refused('it is not configured')
  const notification = notificationOf(sending.inbox.view(what.ask), {
    ...what,
    url: `${sending.url()}?ask=${what.ask}`,
  })
  return send(notification, AbortSignal.any([signal, AbortSignal.timeout(oneTry)]))
}

/** Rejects when it is stopped meanwhile, so that the event counts as not seen. */
function pause(clock: Clock, delay: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new Error('stopped'))
    const onAbort = (): void => (cancel(), reject(new Error('stopped')))
    const cancel = clock.after(delay, () => (signal.removeEventListener('abort', onAbort), resolve()))
    signal.addEventListener('abort', onAbort, { once: true })
  })
}
