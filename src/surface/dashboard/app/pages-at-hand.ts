import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** By then the first page is there, with what it shows. */
const after = 2000

/** Fetches the other pages while nobody waits, so that they open at once, also when the daemon has gone meanwhile. */
export function usePagesAtHand(): void {
  const router = useRouter()
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const route of Object.values(router.routesById))
        // A page that cannot be fetched now is fetched when it is opened.
        router.loadRouteChunk(route)?.catch(() => undefined)
    }, after)
    return () => clearTimeout(timer)
  }, [router])
}
