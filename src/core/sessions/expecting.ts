import type { Live } from './world.ts'

const mostEnded = 50
const wakesWithin = 1500

/** A teammate in the background ended, so the CLI is about to begin a turn by itself: what is put now would end up in that turn. */
export function expectWake(live: Live, ended: string, isNotified: boolean): void {
  const [oldest] = live.ended.keys()
  if (live.ended.size >= mostEnded && oldest !== undefined) live.ended.delete(oldest)
  live.ended.set(ended, isNotified)
  if (!live.current) holdBack(live)
}

/** Whose ends the turn that begins now is about: those the agent was notified of. The others will wake it anew. */
export function takeEnded({ ended }: Live): string[] {
  const notified = [...ended.keys()].filter((words) => ended.get(words))
  const taken = notified.length > 0 ? notified : [...ended.keys()]
  for (const words of taken) ended.delete(words)
  return taken
}

/** Holds the queue back until the agent has begun, or has not in good time: it may have heard of the end during its turn. */
export function holdBack(live: Live): void {
  const { world, ended } = live
  const last = [...ended.keys()].at(-1)
  live.stirring = true
  world.clock.after(wakesWithin, () => {
    if (live.current || [...ended.keys()].at(-1) !== last) return
    ended.clear()
    live.stirring = false
    if (!world.isPaused()) world.pump(live)
  })
}
