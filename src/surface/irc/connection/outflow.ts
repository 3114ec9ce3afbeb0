import type { Socket } from 'node:net'
import type { Sender } from './outbox.ts'

/** What goes to a client: lines wait here for their round. */
export interface Outflow extends Sender {
  push(line: string): void
  /** What waits here and in the socket. */
  bytes(): number
  /** Hangs up once what was pushed so far is sent. */
  endAfterThis(): void
  clear(): void
}

export function createOutflow(socket: Socket): Outflow {
  let lines: string[] = []
  let waiting = 0
  let isEnding = false
  return {
    isLate: false,
    push(line) {
      lines.push(line)
      waiting += line.length
    },
    bytes: () => waiting + socket.writableLength,
    endAfterThis: () => void (isEnding = true),
    clear: () => void (lines = []),
    seal() {
      const text = lines.join('')
      const isLast = isEnding
      lines = []
      return () => {
        waiting -= text.length
        if (socket.destroyed) return
        if (isLast) socket.end(text)
        else if (text !== '') socket.write(text)
      }
    },
  }
}
