import { sessionsIn } from '../server/audience.ts'
import { isVisible } from '../server/channel.ts'
import type { Commands, UserAct } from '../server/command.ts'
import { keepChannel } from '../server/keeping.ts'
import { fold, isChannelLike, limits } from '../server/names.ts'
import { reply, sendAll, send } from '../server/session.ts'
import { by, sourceOf } from '../server/user.ts'
import { channelNamed, userNamed } from '../server/world.ts'
import { needsOperator } from './moderation.ts'
import type { Channel, Flag, Rank } from '../server/presence.ts'

export const modeCommands: Commands = { MODE: { least: 1, run: mode } }

function mode(act: UserAct): void {
  const [target = ''] = act.params
  return isChannelLike(target) ? channelMode(act, target) : userMode(act, target)
}

function userMode({ world, session, user, params }: UserAct, nick: string): void {
  const target = userNamed(world, nick)
  if (!target) return reply(world, session, ['401', nick, 'There is nobody of this nick.'])
  if (target !== user) return reply(world, session, ['502', 'You cannot change the modes of others.'])
  if (params[1] === undefined) return reply(world, session, ['221', shownUserModes(user)])
  const changes: string[] = []
  for (const { sign, letter } of changesIn(params[1])) {
    const field = userModes[letter]
    if (!field) reply(world, session, ['501', letter, 'There is no such mode.'])
    else if (user[field] !== (sign === '+')) {
      user[field] = sign === '+'
      changes.push(`${sign}${letter}`)
    }
  }
  if (changes.length > 0)
    for (const own of user.sessions) send(world, own, by(user, 'MODE', [user.nick, changes.join('')]))
  return undefined
}

const userModes: Partial<Record<string, 'isInvisible' | 'isBot'>> = { i: 'isInvisible', B: 'isBot' }

function shownUserModes(user: UserAct['user']): string {
  return `+${user.isBot ? 'B' : ''}${user.isInvisible ? 'i' : ''}`
}

function* changesIn(text: string): Generator<{ sign: '+' | '-'; letter: string; isSigned: boolean }> {
  let sign: '+' | '-' = '+'
  let isSigned = false
  for (const letter of text)
    if (letter === '+' || letter === '-') {
      sign = letter
      isSigned = true
    } else yield { sign, letter, isSigned }
}

function channelMode(act: UserAct, name: string): void {
  const { world, session, user, params } = act
  const channel = channelNamed(world, name)
  if (!channel || !isVisible(channel, user))
    return reply(world, session, ['403', name, 'There is no such channel.'])
  const [, changes, ...values] = params
  if (changes === undefined) return showModes(act, channel)
  if (/^[+-]?b$/.test(changes) && values.length === 0) return listBans(act, channel)
  const refused = needsOperator(channel, user)
  if (refused) return reply(world, session, refused)
  return change(act, channel, { changes, values })
}

function showModes({ world, session, user }: UserAct, channel: Channel): void {
  const inside = channel.members.has(user)
  const letters = [...channel.flags].toSorted().join('')
  const key = channel.key === undefined ? [] : [inside ? channel.key : '*']
  const limit = channel.limit === undefined ? [] : [String(channel.limit)]
  const all = `+${key.length > 0 ? 'k' : ''}${limit.length > 0 ? 'l' : ''}${letters}`
  reply(world, session, ['324', channel.name, all, ...key, ...limit])
  reply(world, session, ['329', channel.name, String(Math.floor(channel.createdAt / 1000))])
}

function listBans({ world, session }: UserAct, channel: Channel): void {
  for (const { mask, by: who, at } of channel.bans)
    reply(world, session, ['367', channel.name, mask, who, String(Math.floor(at / 1000))])
  reply(world, session, ['368', channel.name, 'Those are the bans.'])
}

interface Done {
  sign: '+' | '-'
  letter: string
  value?: string | undefined
}

function change(
  act: UserAct,
  channel: Channel,
  { changes, values }: { changes: string; values: string[] },
): void {
  const done: Done[] = []
  const left = [...values]
  for (const { sign, letter } of [...changesIn(changes)].slice(0, limits.modes * 2)) {
    const wanted = { sign, letter, value: takesValue(letter, sign) ? left.shift() : undefined }
    const outcome = apply(act, channel, wanted)
    if (outcome) done.push(outcome)
  }
  if (done.length === 0) return
  const { world, user } = act
  keepChannel(world, channel)
  const given = done.flatMap(({ value }) => (value === undefined ? [] : [value]))
  sendAll(world, sessionsIn(channel), by(user, 'MODE', [channel.name, inWords(done), ...given]))
}

function takesValue(letter: string, sign: '+' | '-'): boolean {
  return 'bkov'.includes(letter) || (letter === 'l' && sign === '+')
}

function inWords(done: readonly Done[]): string {
  let text = ''
  let last = ''
  for (const { sign, letter } of done) {
    text += sign === last ? letter : `${sign}${letter}`
    last = sign
  }
  return text
}

function apply(act: UserAct, channel: Channel, wanted: Done): Done | undefined {
  const { letter } = wanted
  if (isFlag(letter)) return setFlag(channel, { ...wanted, letter })
  if (letter === 'o' || letter === 'v') return setRank(act, channel, { ...wanted, letter })
  if (letter === 'k') return setKey(act, channel, wanted)
  if (letter === 'l') return setLimit(act, channel, wanted)
  if (letter === 'b') return setBan(act, channel, wanted)
  reply(act.world, act.session, ['472', letter, 'There is no such mode.'])
  return undefined
}

function isFlag(letter: string): letter is Flag {
  return 'imnst'.includes(letter)
}

function setFlag(channel: Channel, { sign, letter }: Done & { letter: Flag }): Done | undefined {
  if (channel.flags.has(letter) === (sign === '+')) return undefined
  if (sign === '+') channel.flags.add(letter)
  else channel.flags.delete(letter)
  return { sign, letter }
}

function setRank(
  { world, session }: UserAct,
  channel: Channel,
  { sign, letter, value }: Done & { letter: Rank },
): Done | undefined {
  if (value === undefined) return missing({ world, session }, channel, letter)
  const target = userNamed(world, value)
  const ranks = target && channel.members.get(target)
  if (!target) reply(world, session, ['401', value, 'There is nobody of this nick.'])
  else if (!ranks) reply(world, session, ['441', target.nick, channel.name, 'They are not in this channel.'])
  if (!target || !ranks || ranks.has(letter) === (sign === '+')) return undefined
  if (sign === '+') ranks.add(letter)
  else ranks.delete(letter)
  return { sign, letter, value: target.nick }
}

function missing(
  { world, session }: Pick<UserAct, 'world' | 'session'>,
  channel: Channel,
  letter: string,
): undefined {
  reply(world, session, ['696', channel.name, letter, '*', 'This mode needs a value.'])
}

function setKey(act: UserAct, channel: Channel, { sign, letter, value }: Done): Done | undefined {
  if (sign === '-') {
    if (channel.key === undefined) return undefined
    channel.key = undefined
    return { sign, letter, value: value ?? '*' }
  }
  if (value === undefined) return missing(act, channel, letter)
  if (value === '' || value.length > limits.key || /[\s,:]/.test(value)) {
    reply(act.world, act.session, ['525', channel.name, 'This can be no key.'])
    return undefined
  }
  channel.key = value
  return { sign, letter, value }
}

function setLimit(act: UserAct, channel: Channel, { sign, letter, value }: Done): Done | undefined {
  if (sign === '-') {
    if (channel.limit === undefined) return undefined
    channel.limit = undefined
    return { sign, letter }
  }
  const limit = Number(value)
  if (value === undefined || !Number.isInteger(limit) || limit <= 0) return missing(act, channel, letter)
  channel.limit = limit
  return { sign, letter, value: String(limit) }
}

function setBan(act: UserAct, channel: Channel, { sign, letter, value }: Done): Done | undefined {
  const { world, session, user } = act
  if (value === undefined) {
    listBans(act, channel)
    return undefined
  }
  const mask = wholeMask(value)
  const found = channel.bans.findIndex((ban) => fold(ban.mask) === fold(mask))
  if (sign === '-') {
    const [removed] = found < 0 ? [] : channel.bans.splice(found, 1)
    return removed && { sign, letter, value: removed.mask }
  }
  if (found >= 0) return undefined
  if (channel.bans.length >= limits.bans) {
    reply(world, session, ['478', channel.name, letter, 'The list of bans is full.'])
    return undefined
  }
  channel.bans.push({ mask, by: sourceOf(user), at: world.clock.now() })
  return { sign, letter, value: mask }
}

/** `nick` is `nick!*@*`, `user@host` is `*!user@host`. */
function wholeMask(mask: string): string {
  const bounded = mask.slice(0, 200)
  if (bounded.includes('!')) return bounded.includes('@') ? bounded : `${bounded}@*`
  return bounded.includes('@') ? `*!${bounded}` : `${bounded}!*@*`
}
