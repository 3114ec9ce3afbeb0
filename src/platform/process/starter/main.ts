import { messageOf } from '../../lib/index.ts'
import { runInGroup } from '../run-in-group.ts'
import { runToEnd } from '../run-to-end.ts'
import { eachLine, lineOf, type Said, type Stream, type Told } from './lines.ts'

interface Running {
  abort: AbortController
  /** Who waits for the last piece of a stream to be taken. */
  taken: Map<Stream, () => void>
}

const running = new Map<number, Running>()

eachLine(process.stdin, (line) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the daemon of this very build wrote it
  const told = JSON.parse(line) as Told
  if ('end' in told) running.get(told.id)?.abort.abort()
  else if ('taken' in told) running.get(told.id)?.taken.get(told.taken)?.()
  else void answer(told)
})
// Whoever wanted the answers has gone; what still runs is left as it would be by any other that was killed.
process.stdin.on('end', () => process.exit(0))
process.stdout.on('error', () => process.exit(0))

async function answer(told: Extract<Told, { run: unknown } | { group: unknown }>): Promise<void> {
  const { id } = told
  const own: Running = { abort: new AbortController(), taken: new Map() }
  running.set(id, own)
  try {
    if ('run' in told)
      say({ id, is: 'ended', outcome: await runToEnd({ ...told.run, signal: own.abort.signal }) })
    else say({ id, is: 'group ended', outcome: await group(told, own) })
  } catch (error) {
    say({ id, is: 'not started', why: messageOf(error) })
  } finally {
    running.delete(id)
  }
}

function group(
  { id, group: command }: Extract<Told, { group: unknown }>,
  { abort, taken }: Running,
): ReturnType<typeof runInGroup> {
  return runInGroup({
    ...command,
    signal: abort.signal,
    onStart: (identity) => say({ id, is: 'started', identity: identity ?? null }),
    onOutput: (stream, chunk) =>
      new Promise((resolve) => {
        taken.set(stream, resolve)
        say({ id, is: 'output', stream, base64: chunk.toString('base64') })
      }),
  })
}

function say(said: Said): void {
  process.stdout.write(lineOf(said))
}
