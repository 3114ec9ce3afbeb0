import type { Client } from '../../../client/index.ts'
import type { EventEnvelope, Writing } from '../../../contract/plain.ts'
import { createAsking } from './asking.ts'
import { createTaken } from './catching-up.ts'
import { createLeading } from './leading.ts'
import { whileOpen } from './page-life.ts'

type State = 'open' | 'broken'

/** What the tabs of a browser say to each other: the leader what it hears, the others that they want to hear it. */
type Word =
  | { say: 'event'; event: EventEnvelope }
  | { say: 'writing'; writing: Writing }
  | { say: 'state'; state: State; seq: number }
  | { say: 'who leads' }
  | { say: 'leaves' }

/** What a tab wants of the stream, until when. */
export interface Sharing {
  after: number
  signal: AbortSignal
  onEvent: (event: EventEnvelope) => void
  onState: (state: State) => void
  onWriting: (writing: Writing) => void
  /** This tab leads from now on, until it says otherwise. */
  onLead: (isLeader: () => boolean) => void
  /** The daemon refused this browser. */
  onRefused: (error: unknown) => void
}

const page = 500

/**
 * A browser opens only six connections to a host, so its tabs share one stream: the leader holds it and passes on what
 * it hears. Each tab knows the last event it took, so that whoever leads next goes on after its own.
 */
export function shareStream(client: Client, sharing: Sharing): void {
  const { signal } = sharing
  let state: State | undefined
  const taken = createTaken({ ...sharing, read })
  const channel = openChannel(signal, {
    hear,
    leave: () => (leading.isLeader() ? { say: 'leaves' } : undefined),
  })
  const leading = createLeading(hold, signal)
  const asking = createAsking(leading, { signal, ask: () => channel.say({ say: 'who leads' }) })

  async function read(after: number): Promise<readonly EventEnvelope[]> {
    return (await client.call('readEvents', { after, limit: page })).events
  }

  function hear(word: Word): void {
    if (leading.isLeader()) return word.say === 'who leads' ? sayState() : undefined
    if (word.say === 'who leads') return
    if (word.say === 'leaves') return asking.succeed()
    asking.answered()
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
    sharing.onLead(() => !untilLost.aborted)
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

function openChannel(
  signal: AbortSignal,
  { hear, leave }: { hear: (word: Word) => void; leave: () => Word | undefined },
): { say: (word: Word) => void } {
  let channel: BroadcastChannel | undefined
  const say = (word: Word): void => {
    // A channel has no other origin to name: only pages of ours are on it.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    channel?.postMessage(word)
  }
  // A browser does not keep a page that is still spoken to.
  const close = whileOpen(() => {
    channel = new BroadcastChannel('iris.live')
    channel.addEventListener('message', ({ data }: MessageEvent<Word>) => hear(data))
    return () => {
      const last = leave()
      if (last) say(last)
      channel?.close()
      channel = undefined
    }
  })
  signal.addEventListener('abort', close, { once: true })
  return { say }
}
