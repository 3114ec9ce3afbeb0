import type { Client } from '../../client/index.ts'
import { readAsk, type OpenAsk, type WholeAsk } from './asks.ts'

/** Reads the ask that somebody looks at in full. */
export interface AskReader {
  /** The ask that is looked at, once it was read. */
  whole(): WholeAsk | undefined
  look(ask: OpenAsk['ask'] | undefined): void
}

export function createAskReader(deps: { client: () => Client | undefined; onChange: () => void }): AskReader {
  let wanted: OpenAsk['ask'] | undefined
  let found: WholeAsk | undefined

  return {
    whole: () => found,
    look(ask) {
      if (ask === wanted) return
      wanted = ask
      found = undefined
      const client = deps.client()
      if (ask && client) void read(client, ask)
    },
  }

  async function read(client: Client, ask: OpenAsk['ask']): Promise<void> {
    try {
      const whole = await readAsk(client, ask)
      if (ask !== wanted) return
      found = whole
      deps.onChange()
    } catch {
      // What the list told stands; it is read again when it is opened again.
      if (ask === wanted) wanted = undefined
    }
  }
}
