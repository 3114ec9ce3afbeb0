import { z } from 'zod'
import { createChannel } from './channel.ts'
import { fold } from './names.ts'
import type { World } from './world.ts'
import type { Channel, Flag } from './presence.ts'

const State = z.object({
  name: z.string(),
  topic: z.object({ text: z.string(), by: z.string(), at: z.number() }).optional(),
  flags: z.array(z.enum(['i', 'm', 'n', 's', 't'] satisfies Flag[])),
  key: z.string().optional(),
  limit: z.number().optional(),
  bans: z.array(z.object({ mask: z.string(), by: z.string(), at: z.number() })),
})

/** The channel as it was left, if it is one that is kept; otherwise a new one. */
export function reopened(world: World, name: string): Channel {
  const kept = world.backing.kept?.find(fold(name))
  if (!kept) return createChannel(name, world.clock.now())
  const { topic, flags, key, limit, bans, name: shown } = State.parse(JSON.parse(kept.state))
  const channel = createChannel(shown, kept.createdAt)
  return { ...channel, founder: kept.founder, topic, flags: new Set(flags), key, limit, bans }
}

/** Writes down what is set in a channel that is kept. */
export function keepChannel(world: World, channel: Channel): void {
  const { founder, createdAt, name, topic, flags, key, limit, bans } = channel
  if (founder === undefined) return
  const state = JSON.stringify({ name, topic, flags: [...flags], key, limit, bans })
  world.backing.kept?.save(fold(name), { founder, createdAt, state })
}
