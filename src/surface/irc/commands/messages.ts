import { clientTagsOf } from '../server/client-tags.ts'
import type { Commands, UserAct } from '../server/command.ts'
import { limits } from '../server/names.ts'
import { fail, reply } from '../server/session.ts'
import { say } from '../server/speaking.ts'
import { sayToEach } from './saying.ts'
import { addLine } from './batch.ts'

export const messageCommands: Commands = {
  PRIVMSG: { run: (act) => speak(act, 'PRIVMSG') },
  NOTICE: { run: (act) => speak(act, 'NOTICE') },
  TAGMSG: { run: tagMessage },
}

function speak(act: UserAct, kind: 'PRIVMSG' | 'NOTICE'): void | Promise<void> {
  const { world, session, params, message } = act
  const [targets = '', text = ''] = params
  if (message.tags.has('batch')) return addLine(act, kind)
  if (session.account?.isReadOnly) return refuseReader(act, kind)
  const isSilent = kind === 'NOTICE'
  if (targets === '')
    return isSilent ? undefined : reply(world, session, ['411', `No recipient was given (${kind}).`])
  if (text === '') return isSilent ? undefined : reply(world, session, ['412', 'There is nothing to send.'])
  const said = { kind, pieces: [{ text, goesOn: false }], clientTags: clientTagsOf(act) }
  return sayToEach(act, targetsIn(act, targets), said)
}

function refuseReader({ world, session }: UserAct, kind: string): void {
  fail(world, session, [kind, 'READ_ONLY', 'This account may read and not write.'])
}

function tagMessage(act: UserAct): void {
  const { world, session, params } = act
  const [targets = ''] = params
  if (targets === '') return reply(world, session, ['461', 'TAGMSG', 'Not enough parameters.'])
  if (session.account?.isReadOnly) return refuseReader(act, 'TAGMSG')
  const said = { kind: 'TAGMSG', pieces: [], clientTags: clientTagsOf(act) } as const
  for (const target of targetsIn(act, targets)) say(world, session, { target, said })
  return undefined
}

/** No more than a few at once. */
function targetsIn({ world, session }: UserAct, targets: string): string[] {
  const all = [...new Set(targets.split(',').filter(Boolean))]
  for (const target of all.slice(limits.targets, limits.targets + 1))
    reply(world, session, ['407', target, `No more than ${limits.targets} recipients at once.`])
  return all.slice(0, limits.targets)
}
