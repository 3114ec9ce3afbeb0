import { limits } from './names.ts'
import { reply } from './session.ts'
import type { World } from './world.ts'
import type { Session } from './presence.ts'

export const maxHistory = 1000
const perLine = 12

function tokens(world: World): string[] {
  return [
    `AWAYLEN=${limits.away}`,
    'BOT=B',
    'CASEMAPPING=ascii',
    `CHANLIMIT=#:${limits.channels}`,
    'CHANMODES=b,k,l,imnst',
    `CHANNELLEN=${limits.channel}`,
    'CHANTYPES=#',
    `CHATHISTORY=${maxHistory}`,
    'ELIST=MNU',
    `KEYLEN=${limits.key}`,
    `KICKLEN=${limits.kick}`,
    `MAXLIST=b:${limits.bans}`,
    `MAXTARGETS=${limits.targets}`,
    `MODES=${limits.modes}`,
    'MSGREFTYPES=msgid,timestamp',
    `NETWORK=${world.settings.network}`,
    `NICKLEN=${limits.nick}`,
    'PREFIX=(ov)@+',
    'STATUSMSG=@+',
    `TARGMAX=JOIN:,KICK:,LIST:,NAMES:1,NOTICE:${limits.targets},PART:,PRIVMSG:${limits.targets},TAGMSG:${limits.targets},WHOIS:1,WHOWAS:1`,
    `TOPICLEN=${limits.topic}`,
    `USERLEN=${limits.username}`,
    'UTF8ONLY',
    'WHOX',
  ]
}

/** Tells a client what the server can do and where its limits are. */
export function sendSupport(world: World, session: Session): void {
  const all = tokens(world)
  for (let from = 0; from < all.length; from += perLine)
    reply(world, session, ['005', ...all.slice(from, from + perLine), 'are supported by this server'])
}
