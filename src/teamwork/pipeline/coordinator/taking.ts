import type { Alert, AlertId, Event } from '../../../contract/index.ts'
import type { CoordinatorContext } from './context.ts'
import { end, open } from './deciding.ts'

/** Something was found, or what was found has changed: it is decided after the commit. */
export function onAlert(context: CoordinatorContext, alert: Alert): void {
  if (context.rows.get(alert.alert)) return lookAgain(context, alert.alert)
  const { alert: subject, kind, subject: about, team, build, session } = alert
  context.rows.put({ ...open(context, { subject, kind, about, team, build, session }), againMs: 0 })
  context.wake()
}

export function onCleared(context: CoordinatorContext, alert: AlertId): void {
  const row = context.rows.get(alert)
  if (row) end(context, row, 'it is over')
}

/** A decision waits for a person; what the coordinator itself asks belongs to what it asks about. */
export function onAsk(context: CoordinatorContext, { data }: Event<'ask.opened'>): void {
  const { ask, kind, team, source } = data
  if (kind !== 'decision' || source === 'pm') return
  const concern = { subject: ask, kind, about: ask, team, build: null, session: null } as const
  context.rows.put({ ...open(context, concern), ask, againMs: 0 })
  context.wake()
}

export function onAskOver(
  context: CoordinatorContext,
  { data }: Event<'ask.answered' | 'ask.dismissed' | 'ask.withdrawn'>,
): void {
  const row = context.rows.ofAsk(data.ask)
  if (row) lookAgain(context, row.subject)
}

function lookAgain(context: CoordinatorContext, subject: string): void {
  const { rows, clock } = context
  const row = rows.get(subject)
  if (!row || row.endedAt !== null) return
  rows.put({ ...row, decidedAt: clock.now(), againMs: 0 })
  context.wake()
}
