import { useEffect } from 'react'
import type { Client } from '../../../client/index.ts'

/** Tells the daemon while somebody looks at this page, so that nothing is pushed to them elsewhere. */
export function usePresence(client: Client): void {
  useEffect(() => {
    const page = crypto.randomUUID()
    let timer: ReturnType<typeof setTimeout> | undefined
    const report = async (): Promise<void> => {
      clearTimeout(timer)
      const looking = document.visibilityState === 'visible' && document.hasFocus()
      try {
        const { forMs } = await client.call('reportPresence', { page, looking })
        if (looking) timer = setTimeout(() => void report(), Math.max(1000, forMs / 2))
      } catch {
        // An observer may not report, and a daemon that is away hears it when it is back.
      }
    }
    const onChange = (): void => void report()
    const events = ['focus', 'blur'] as const
    for (const name of events) globalThis.addEventListener(name, onChange)
    document.addEventListener('visibilitychange', onChange)
    onChange()
    return () => {
      clearTimeout(timer)
      for (const name of events) globalThis.removeEventListener(name, onChange)
      document.removeEventListener('visibilitychange', onChange)
    }
  }, [client])
}
