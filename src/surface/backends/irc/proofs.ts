import type { IrcMessage } from '../../irc/index.ts'
import { foldName } from './names.ts'

/** What became of something that was said: the server took it, or refused it. */
export type Proof = { isProved: true } | { isProved: false; reason: string }

/** The connection ended before the server had answered: it may have been said, or not. */
export class Uncertain extends Error {}

/**
 * Whether the server took what was said. Servers answer a connection in its order: where they label answers, the label
 * says it; elsewhere the answer to a PING that was sent behind it, and an error about the same target before that.
 */
export interface Proofs {
  /** Only one at a time. */
  expect(token: string, about: { target: string; text: string }): Promise<Proof>
  take(message: IrcMessage): void
  /** Another connection of ours heard this from the one that spoke: a server may be slow to answer, and not to pass on. */
  heard(about: { target: string; text: string }): void
  /** The connection ended. */
  lose(reason: string): void
}

interface Open {
  token: string
  target: string
  text: string
  refusal: string | undefined
  resolve: (proof: Proof) => void
  reject: (error: Error) => void
}

export function createProofs(): Proofs {
  let open: Open | undefined
  return {
    expect(token, about) {
      if (open) throw new Error('something else is being said')
      return new Promise((resolve, reject) => {
        open = { token, ...about, refusal: undefined, resolve, reject }
      })
    },
    take(message) {
      if (!open) return
      const { command, params } = message
      if (isAbout(open, message)) open.refusal = `${command} ${params.at(-1) ?? ''}`
      if (!isAnswer(open, message)) return
      const { resolve, refusal } = open
      open = undefined
      resolve(refusal === undefined ? { isProved: true } : { isProved: false, reason: refusal })
    },
    heard({ target, text }) {
      if (!open || open.text !== text || foldName(open.target) !== foldName(target)) return
      const { resolve } = open
      open = undefined
      resolve({ isProved: true })
    },
    lose(reason) {
      open?.reject(new Uncertain(reason))
      open = undefined
    },
  }
}

function isAnswer({ token }: Open, { command, params, tags }: IrcMessage): boolean {
  return tags.get('label') === token || (command === 'PONG' && params.at(-1) === token)
}

/** Whether it is an error about what was said; others, such as of a JOIN, may come meanwhile. */
function isAbout({ token, target }: Open, { command, params, tags }: IrcMessage): boolean {
  if (!/^4\d\d$/.test(command) && command !== 'FAIL') return false
  if (tags.get('label') === token) return true
  return params.some((param) => foldName(param) === foldName(target))
}
