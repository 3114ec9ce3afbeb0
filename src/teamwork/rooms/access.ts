import { ChannelId, IrisError, type Caller, type Channel } from '../../contract/index.ts'
import { folded } from '../../core/channels/index.ts'
import { authorOf, irisName, personName } from './author.ts'
import type { RoomsContext, RoomsDeps } from './context.ts'

/** Whether somebody may read a room. A person reads every room; an agent those of its project and its task, and its own. */
export function mayRead(deps: RoomsDeps, caller: Caller, channel: Channel): boolean {
  if (caller.kind === 'human') return true
  const { name } = authorOf(caller, deps.config().teams)
  const names = (caller.seat?.names ?? [name]).map(folded)
  if (channel.kind === 'direct') return channel.between.some((one) => names.includes(folded(one)))
  if (channel.project === null || channel.project !== projectOf(deps, caller))
    return channel.kind !== 'errors' && deps.channels.isMember(channel.channel, name)
  if (caller.task === undefined) return true
  return channel.kind === 'standup' || channel.task === caller.task
}

function projectOf({ tasks }: RoomsDeps, { name, task }: Caller): string | undefined {
  return task === undefined ? tasks.projectSeen(name) : tasks.get(task).project
}

/** The rooms that somebody may read. */
export function readableBy(deps: RoomsDeps, caller: Caller): Channel[] {
  return deps.channels.list().filter((channel) => mayRead(deps, caller, channel))
}

/** The room of this id or name, or the direct messages with somebody, for who may read it. A stranger learns nothing. */
export function roomOf(deps: RoomsContext, caller: Caller, named: string): Channel {
  const { channels } = deps
  const found =
    named.startsWith('@') && !named.includes('+') ? directWith(deps, caller, named.slice(1)) : byName()
  if (found && mayRead(deps, caller, found)) return found
  throw new IrisError('CHANNEL_UNKNOWN', `There is no room ${named.slice(0, 80)}.`)

  function byName(): Channel | undefined {
    // A name is looked up as it is: to find out that it is no id costs more than the look.
    const id = named.startsWith('#') ? undefined : ChannelId.safeParse(named)
    if (id?.success) return channels.find(id.data)
    return channels.byName(named) ?? channels.byName(`#${named}`)
  }
}

function directWith(deps: RoomsContext, caller: Caller, name: string): Channel | undefined {
  const teams = deps.config().teams
  const author = authorOf(caller, teams)
  const team = [...teams.keys()].find((one) => folded(one) === folded(name))
  if (team !== undefined) return deps.channels.direct(author, { name: team, kind: 'agent' })
  if (folded(name) === personName) return deps.channels.direct(author, { name: personName, kind: 'person' })
  if (folded(name) === irisName) return deps.channels.direct(author, { name: irisName, kind: 'iris' })
  const seat = deps.seats.port?.named(name)
  return seat === undefined ? undefined : deps.channels.direct(author, { name: seat, kind: 'agent' })
}
