import type { Commands, UserAct } from '../server/command.ts'
import { markerParams } from '../server/markers.ts'
import { fold } from '../server/names.ts'
import { fail, has, send } from '../server/session.ts'
import type { Session } from '../server/presence.ts'

export const readMarkerCommands: Commands = { MARKREAD: { run: markRead } }

function markRead(act: UserAct): void {
  const { world, session, user, params } = act
  const [target = '', time] = params
  if (target === '') return fail(world, session, ['MARKREAD', 'NEED_MORE_PARAMS', 'A target is missing.'])
  if (time === undefined) return tell(act, session, target)
  const at = /^timestamp=\d{4}-/.test(time) ? Date.parse(time.slice('timestamp='.length)) : Number.NaN
  if (Number.isNaN(at))
    return fail(world, session, ['MARKREAD', 'INVALID_PARAMS', target, 'This is no time.'])
  const { belongings } = world.backing
  const before = belongings.marker(user.identity, fold(target))
  const now = belongings.moveMarker(user.identity, fold(target), at)
  tell(act, session, target)
  if (now === before) return undefined
  for (const other of user.sessions) if (other !== session) tell(act, other, target)
  return undefined
}

function tell({ world }: UserAct, session: Session, target: string): void {
  if (!has(session, 'draft/read-marker')) return
  send(world, session, {
    source: world.settings.name,
    command: 'MARKREAD',
    params: markerParams(world, session, target),
  })
}
