import type { Client } from '../../../client/index.ts'
import type { EventEnvelope, Writing } from '../../../contract/plain.ts'
import { createTaken } from './catching-up.ts'
import { createLeading } from './leading.ts'

type State = 'open' | 'broken'

/** What the tabs of a browser say to each other: the leader what it hears, the others that they want to hear it. */
type Word =
  | { say: 'event'; event: EventEnvelope }
  | { say: 'writing'; writing: Writing }
  | { say: 'state'; state: State; seq: number }
  | { say: 'who leads' }

/** What a tab wants of the stream, until when. */
export interface Sharing {
  after: number
  signal: AbortSignal
  onEvent: (event: EventEnvelope) => void
  onState: (state: State) => void
  onWriting: (writing: Writing) => void
  /** The daemon refused this browser. */
  onRefused: (error: unknown) => void
}

const page = 500
/** A leader that has not answered by the next time has lost the lead. */
const askEvery = 15_000

/**
 * A browser opens only six connections to a host, so its tabs share one stream: the leader holds it and passes on what
 * it hears. Each tab knows the last event it took, so that whoever leads next goes on after its own.
 */
export function shareStream(client: Client, sharing: Sharing): void {
  const { signal } = sharing
  let state: State | undefined
  let isUnanswered = false
  const taken = createTaken({ ...sharing, read })
  const channel = openChannel(signal, hear)
  const leading = createLeading(hold, signal)
  const timer = setInterval(ask, askEvery)
  signal.addEventListener('abort', () => clearInterval(timer), { once: true })
  ask()

  async function read(after: number): Promise<readonly EventEnvelope[]> {
    return (await client.call('readEvents', { after, limit: page })).events
  }

  function ask(): void {
    if (isUnanswered && !leading.isLeader()) leading.seize()
    isUnanswered = !leading.isLeader()
    if (isUnanswered) channel.say({ say: 'who leads' })
  }

  function hear(word: Word): void {
    if (leading.isLeader()) return word.say === 'who leads' ? sayState() : undefined
    if (word.say === 'who leads') return
    isUnanswered = false
    if (word.say === 'event') return taken.take(word.event)
    if (word.say === 'writing') return sharing.onWriting(word.writing)
    become(word.state)
    taken.reach(word.seq)
  }

  async function hold(untilLost: AbortSignal): Promise<void> {
    const onState = (next: State): void => {
      become(next)
      sayState()
    }
    const onWriting = (writing: Writing): void => {
      channel.say({ say: 'writing', writing })
      sharing.onWriting(writing)
    }
    const wanted = { after: taken.last(), signal: untilLost, onState, onWriting }
    try {
      for await (const event of client.events(wanted)) {
        channel.say({ say: 'event', event })
        taken.take(event)
      }
    } catch (error) {
      if (!untilLost.aborted) sharing.onRefused(error)
    }
  }

  function become(next: State): void {
    state = next
    sharing.onState(next)
  }

  function sayState(): void {
    if (state) channel.say({ say: 'state', state, seq: taken.last() })
  }
}

function openChannel(signal: AbortSignal, onWord: (word: Word) => void): { say: (word: Word) => void } {
  const channel = new BroadcastChannel('iris.live')
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => onWord(data))
  signal.addEventListener('abort', () => channel.close(), { once: true })
  return {
    say(word) {
      // A channel has no other origin to name: only pages of ours are on it.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      if (!signal.aborted) channel.postMessage(word)
    },
  }
}
