import { inQuotes, type Channel, type Event, type Message, type SessionId } from '../../contract/index.ts'
import { daemonName } from './author.ts'
import type { RoomsContext, SeatsPort } from './context.ts'
import { roomOfProject } from './topology.ts'
import { isTooFar, wake } from './waking.ts'

/** How a tell ends that nobody takes up again. */
const forGood: readonly string[] = ['failed', 'refused', 'response_timeout']
/** An agent may die once: its turn is taken up again. */
const maxDeaths = 2
const maxReminders = 3

/** What failed for good goes to the errors of its project, once there are rooms. */
export function onFailed(context: RoomsContext, { session, turn, data }: Event<'turn.ended'>): void {
  if (!session || !turn || data.retry || isTakenUp(context, session, data.how)) return
  const { team, caller } = context.sessions.byId(session)
  const isDead = data.how === 'agent_died' && deathsIn(context, session) >= maxDeaths
  if (!isDead && !forGood.includes(data.how)) return
  const what = isDead
    ? `The agent of ${team} died ${maxDeaths} times in a row`
    : `A tell to ${team} failed for good`
  const about = `${what} (${data.how}, from ${inQuotes(caller)}, ${turn}). ${data.advice ?? ''}`.trim()
  if (deadLetter(context, { team, session, about }) === 'nobody') raise(context, team, about)
}

/** A manager or a worker that stopped in the middle is resumed, and then somebody else takes its task. */
function isTakenUp({ seats }: RoomsContext, session: SessionId, how: string): boolean {
  return how !== 'refused' && seats.port?.asker(session)?.isLed === true
}

/** An ask that nobody answered although it was brought up three times. */
export function onReminded(context: RoomsContext, { data, session }: Event<'ask.reminded'>): void {
  const { ask, team, times } = data
  const about = `Nobody answered ${ask} of ${team} after ${maxReminders} reminders.`
  if (times === maxReminders) deadLetter(context, { team, session, about })
}

function deathsIn(
  { sessions }: RoomsContext,
  session: Parameters<RoomsContext['sessions']['marks']>[0],
): number {
  const ended = sessions.marks(session, 10).filter(({ how }) => how !== null)
  const alive = ended.findLastIndex(({ how }) => how !== 'agent_died')
  return ended.length - 1 - alive
}

/** What failed, whose session it was, and the words for it. */
interface Letter {
  team: string
  session: SessionId | undefined
  about: string
}

/** Whom it called. Where nobody has looked at rooms yet it is not posted: then the inbox and the pages say it. */
function deadLetter(context: RoomsContext, letter: Letter): 'manager' | 'nobody' | 'unposted' {
  const { channels, tasks } = context
  const slug = tasks.projectSeen(letter.team)
  if (slug === undefined || !channels.byName(`#errors-${slug}`)) return 'unposted'
  const all = channels.open(
    { name: '#errors', kind: 'errors', topic: 'What failed for good, everywhere' },
    daemonName,
  )
  post(context, all, letter.about)
  return postToProject(context, slug, letter) ? 'manager' : 'nobody'
}

/** In the room of the project, where it wakes the engineering manager if there is one to be woken. */
function postToProject(context: RoomsContext, slug: string, { session, about }: Letter): boolean {
  const room = roomOfProject(context, slug, 'errors')
  const manager = managerFor(context, slug, session)
  if (!manager || room.archivedAt !== null) {
    post(context, room, about)
    return false
  }
  context.channels.join(room.channel, { name: manager.name, kind: 'agent' }, daemonName)
  const message = post(context, room, `@${manager.name} ${about}`)
  if (!message) return false
  const fromSession = session ?? null
  return wake(context, {
    channel: room,
    message,
    team: manager.name,
    session: manager.session,
    fromSession,
  })
}

/**
 * Who leads the project, unless the letter is about itself: it would be called again by what that came to. The same holds
 * for what agents passed on too often.
 */
function managerFor(
  context: RoomsContext,
  slug: string,
  session: SessionId | undefined,
): ReturnType<SeatsPort['managerOf']> {
  const manager = context.seats.port?.managerOf(slug)
  if (!manager || manager.session === session) return undefined
  const isOver = session !== undefined && isTooFar(context, roomOfProject(context, slug, 'errors'), session)
  return isOver ? undefined : manager
}

function post(
  { channels }: RoomsContext,
  { channel, archivedAt }: Channel,
  body: string,
): Message | undefined {
  if (archivedAt !== null) return undefined
  const author = { name: daemonName, kind: 'daemon' } as const
  return channels.postNow({ channel, author, body, form: 'dead_letter', origin: 'daemon' })
}

/** What calls nobody is an ask. */
function raise({ inbox }: RoomsContext, team: string, text: string): void {
  inbox.raise({
    team,
    caller: 'user',
    source: 'alert',
    type: 'clarifying',
    text: `${text} What now?`,
    options: [{ label: 'I look at it', recommended: true }, { label: 'Leave it' }],
    freeText: true,
  })
}
