import type { Readable } from 'node:stream'
import type { GroupCommand, GroupOutcome } from '../run-in-group.ts'
import type { Outcome, ShortCommand } from '../run-to-end.ts'

/** A short command that can be said in a line. */
export type PlainCommand = Omit<ShortCommand, 'signal' | 'input'> & { input?: string }

/** A command with a group of its own, as it is said in a line. */
type PlainGroup = Pick<GroupCommand, 'command' | 'args' | 'cwd' | 'env' | 'timeoutMs' | 'mark'>

export type Stream = 'stdout' | 'stderr'

/** What the small process is told: what to run, that a piece of its output was taken, or to end it before its time. */
export type Told =
  | { id: number; run: PlainCommand }
  | { id: number; group: PlainGroup }
  | { id: number; taken: Stream }
  | { id: number; end: true }

/** What it says of a command. */
export type Said =
  | { id: number; is: 'ended'; outcome: Outcome }
  | { id: number; is: 'not started'; why: string }
  | { id: number; is: 'started'; identity: string | null }
  | { id: number; is: 'output'; stream: Stream; base64: string }
  | { id: number; is: 'group ended'; outcome: GroupOutcome }

/** A message is one line. */
export const lineOf = (message: Told | Said): string => `${JSON.stringify(message)}\n`

/** Hands on each line of a stream, however it is cut in pieces. */
export function eachLine(stream: Readable, take: (line: string) => void): void {
  let parts: string[] = []
  stream.setEncoding('utf8').on('data', (text: string) => {
    const [first = '', ...others] = text.split('\n')
    parts.push(first)
    for (const next of others) {
      const line = parts.join('')
      parts = [next]
      take(line)
    }
  })
}
