import type { IrcMessage } from '../../irc/index.ts'
import { Uncertain } from './proofs.ts'

/** Asks a server whether it went on: what it had taken before the question is passed on once it has answered. */
export interface Rounds {
  /** Settles with the answer to a question that is put after this call. Whoever waits meanwhile shares the next. */
  pass(): Promise<void>
  take(message: IrcMessage): void
  /** The connection ended. */
  lose(reason: string): void
}

interface Waiting {
  resolve: () => void
  reject: (error: Error) => void
}

export function createRounds(ask: (token: string) => void): Rounds {
  let asked: Waiting[] = []
  let waiting: Waiting[] = []
  let count = 0
  return {
    pass() {
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject })
        if (asked.length === 0) begin()
      })
    },
    take({ command, params }) {
      if (command !== 'PONG' || params.at(-1) !== token()) return
      for (const { resolve } of asked.splice(0)) resolve()
      if (waiting.length > 0) begin()
    },
    lose(reason) {
      for (const { reject } of [...asked.splice(0), ...waiting.splice(0)]) reject(new Uncertain(reason))
    },
  }

  function token(): string {
    return `on${count}`
  }

  function begin(): void {
    count += 1
    asked = waiting
    waiting = []
    ask(token())
  }
}
