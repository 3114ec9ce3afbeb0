import type { Clock } from '../../../platform/clock/index.ts'
import type { IrcMessage } from '../../irc/index.ts'
import type { Connection } from './connection.ts'
import { foldName } from './names.ts'

const patience = 10_000

/** Asks a server with `draft/chathistory` for what was said. */
export interface Past {
  isOffered(): boolean
  /** One question after another; nothing when the server does not answer. */
  ask(channel: string, ...wanted: string[]): Promise<readonly IrcMessage[]>
  /** True when it was asked for. */
  take(channel: string, messages: readonly IrcMessage[]): boolean
  /** The server refused, or is gone. */
  fail(): void
}

export function createPast(context: { clock: Clock; listener: Connection | undefined }): Past {
  let open: { channel: string; resolve: (messages: readonly IrcMessage[]) => void } | undefined
  let last: Promise<unknown> = Promise.resolve()
  const isOffered = (): boolean => {
    const has = context.listener?.greeting()?.capabilities
    return Boolean(has?.has('draft/chathistory') && has.has('batch') && has.has('server-time'))
  }
  return {
    isOffered,
    ask(channel, verb = 'LATEST', ...wanted) {
      const answer = last.then(() => askNow(channel, [verb, channel, ...wanted]))
      last = answer
      return answer
    },
    take(channel, messages) {
      if (!open || foldName(open.channel) !== foldName(channel)) return false
      open.resolve(messages)
      return true
    },
    fail: () => open?.resolve([]),
  }

  function askNow(channel: string, params: string[]): Promise<readonly IrcMessage[]> {
    if (!isOffered()) return Promise.resolve([])
    return new Promise((resolve) => {
      const cancel = context.clock.after(patience, () => open?.resolve([]))
      open = {
        channel,
        resolve(messages) {
          cancel()
          open = undefined
          resolve(messages)
        },
      }
      context.listener?.send('CHATHISTORY', ...params)
    })
  }
}
