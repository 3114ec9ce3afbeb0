import type { ServerResponse } from 'node:http'
import type { Observable } from 'rxjs'
import type { Writing } from '../../contract/index.ts'
import type { Cancel, Clock } from '../../platform/clock/index.ts'

const flushEvery = 200

/** What agents write, on its way to one reader. */
export interface WritingOut {
  /** Sends what was gathered; before an event, so that no piece comes after the statement it belongs to. */
  flush(): void
  close(): void
}

/**
 * Gathers pieces for a moment and writes them as blocks `writing`. They have no number and are not repeated: who misses
 * some sees where the next begins, and a reader without room in its socket does without.
 */
export function sendWriting(
  response: ServerResponse,
  deps: { clock: Clock; writing$: Observable<Writing> },
): WritingOut {
  const gathered = new Map<string, Writing>()
  let cancel: Cancel | undefined
  const subscription = deps.writing$.subscribe((piece) => {
    const writer = 'chat' in piece ? piece.chat : piece.turn
    const before = gathered.get(writer)
    const goesOn = before && before.at + before.text.length === piece.at
    gathered.set(writer, goesOn ? { ...before, text: before.text + piece.text } : piece)
    cancel ??= deps.clock.after(flushEvery, flush)
  })
  return {
    flush,
    close() {
      cancel?.()
      subscription.unsubscribe()
    },
  }

  function flush(): void {
    cancel?.()
    cancel = undefined
    if (gathered.size === 0) return
    const blocks = [...gathered.values()].map((one) => `event: writing\ndata: ${JSON.stringify(one)}\n\n`)
    gathered.clear()
    if (!response.writableNeedDrain) response.write(blocks.join(''))
  }
}
