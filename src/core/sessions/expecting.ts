import type { Live } from './world.ts'

const mostEnded = 50
const wakesWithin = 1500

/** A teammate in the background ended, so the CLI is about to begin a turn by itself: what is put now would end up in that turn. */
export function expectWake(live: Live, ended: string): void {
  if (live.ended.length >= mostEnded) live.ended.shift()
  live.ended.push(ended)
  if (!live.current) holdBack(live)
}

/** Holds the queue back until the agent has begun, or has not in good time: it may have heard of the end during its turn. */
export function holdBack(live: Live): void {
  const { world, ended } = live
  const last = ended.at(-1)
  live.stirring = true
  world.clock.after(wakesWithin, () => {
    if (live.current || live.ended.at(-1) !== last) return
    live.ended.length = 0
    live.stirring = false
    if (!world.isPaused()) world.pump(live)
  })
}
