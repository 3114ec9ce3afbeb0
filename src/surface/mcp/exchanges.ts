/** One HTTP request under way. */
export interface Exchange {
  /** Aborted when the client hangs up or cancels, or the daemon stops. */
  signal: AbortSignal
  /** Says that the call with this JSON-RPC id runs; returns what to do when it has ended. */
  started(id: string | number): () => void
}

/** Calls that clients wait for, so that a cancellation in a request of its own finds the one it means. */
export interface Exchanges {
  open(request: Request, client: string): Exchange
  cancel(client: string, id: string | number): void
  close(): void
}

/** `client` tells apart clients that count their requests alike. */
export function createExchanges(): Exchanges {
  const waiting = new Map<string, AbortController>()
  const running = new Set<AbortController>()
  const keyOf = (client: string, id: string | number): string => `${client} ${JSON.stringify(id)}`

  return {
    open(request, client) {
      const own = new AbortController()
      request.signal.addEventListener('abort', () => own.abort())
      return {
        signal: own.signal,
        started(id) {
          const key = keyOf(client, id)
          waiting.set(key, own)
          running.add(own)
          return () => {
            running.delete(own)
            if (waiting.get(key) === own) waiting.delete(key)
          }
        },
      }
    },
    cancel: (client, id) => waiting.get(keyOf(client, id))?.abort(),
    close() {
      for (const own of running) own.abort()
    },
  }
}
