import type { Caller } from '../../../contract/index.ts'
import { IrisError } from '../../../contract/index.ts'
import type { Channels } from '../../../core/channels/index.ts'
import type { EventLog } from '../../../core/store/index.ts'
import type { Identify } from '../../../core/tokens/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import { packageVersion } from '../../../platform/lib/index.ts'
import { defaultLimits, type ConnectionLimits } from '../connection/limits.ts'
import { startIrcServer, type IrcServer } from '../server/server.ts'
import type { World } from '../server/world.ts'
import { isLoopback } from '../loopback.ts'
import { createHolders, type Holders } from './accounts.ts'
import { createHearing } from './hearing.ts'
import { createRoomBelongings, createRoomHistory } from './history.ts'
import { tellNews } from './news.ts'
import { sourceFor } from './residents.ts'
import { createRooms, type RoomOperations } from './rooms.ts'

export interface DoorDeps {
  operations: RoomOperations
  channels: Channels
  log: Pick<EventLog, 'settled'>
  identify: Identify
  /** What somebody is called in rooms. */
  nameOf: (caller: Caller) => string
  clock: Clock
  onFault: (error: unknown, where: string) => void
}

export interface DoorPlace {
  host: string
  port: number
  certificate?: { key: string; cert: string } | undefined
  limits?: Partial<ConnectionLimits>
}

const motd = [
  'These are the rooms of Iris. LIST shows them, JOIN #name enters one.',
  'Agents and people are here under their names; /msg one of them to talk alone.',
]

/** Opens the rooms of Iris to IRC clients. Everybody shows a token, on this machine too. */
export async function openIrcDoor(deps: DoorDeps, place: DoorPlace): Promise<IrcServer> {
  const { channels, clock, log } = deps
  if (!isLoopback(place.host) && !place.certificate)
    throw new IrisError('USAGE', `IRC listens at ${place.host} only with a certificate.`)
  const holders = createHolders(deps)
  const hearing = createHearing()
  let world: World | undefined
  const here = (): World => {
    if (!world) throw new Error('The IRC server is not there yet.')
    return world
  }
  const server = await startIrcServer({
    settings: { name: 'irc.iris', network: 'Iris', version: packageVersion(), motd },
    backing: {
      guests: false,
      async verify(_, secret) {
        const account = holders.verify(secret)
        // Whoever looks at rooms for the first time makes them.
        if (account) await deps.operations.listChannels({ archived: false }, account.caller, () => undefined)
        return account?.account
      },
      hasAccount: () => false,
      history: createRoomHistory({
        channels,
        clock,
        sourceFor: ({ author, kind }) => sourceFor(here(), author, kind),
      }),
      belongings: createRoomBelongings(channels),
      rooms: createRooms({ ...deps, holders, hearing, world: here }),
    },
    clock,
    limits: { ...defaultLimits, ...place.limits },
    place,
    settled: () => log.settled(),
    onFault: (error) => deps.onFault(error, 'irc'),
  })
  world = server.world
  const news = channels.news$.subscribe((told) => {
    try {
      tellNews(server.world, hearing, told)
    } catch (error) {
      deps.onFault(error, 'irc news')
    }
  })
  const stopWatching = watchTokens(server.world, holders)
  return {
    ...server,
    async close() {
      news.unsubscribe()
      stopWatching()
      await server.close()
    },
  }
}

const lookEvery = 5000

/** A token that was revoked, or has ended, ends its connections. */
function watchTokens(world: World, holders: Holders): () => void {
  let cancel = world.clock.after(lookEvery, look)
  return () => cancel()

  function look(): void {
    for (const session of world.sessions)
      if (session.user && !holders.counts(session)) session.wire.close('Your token counts no more')
    cancel = world.clock.after(lookEvery, look)
  }
}
