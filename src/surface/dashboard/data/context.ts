import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react'
import type { Client } from '../../../client/index.ts'
import type { Freshness, Live } from './live.ts'

/** What every page works with. */
export interface World {
  client: Client
  live: Live
}

export const WorldContext = createContext<World | undefined>(undefined)

export function useWorld(): World {
  const world = use(WorldContext)
  if (!world) throw new Error('a page outside the world')
  return world
}

export function useFreshness(): Freshness {
  const { live } = useWorld()
  return useSyncExternalStore(live.onFreshness, live.freshness)
}

/** The time, often enough for what it is shown in. */
export function useNow(every = 1000): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
