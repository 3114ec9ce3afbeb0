import type { MessageId } from '../../../contract/index.ts'
import type { Session } from '../server/presence.ts'

/** Which messages were said here, until they have come back from the rooms and everybody has heard them. */
export interface Hearing {
  /** Settles once the message was delivered. */
  expect(message: MessageId, session: Session): Promise<void>
  speakerOf(message: MessageId): Session | undefined
  /** It was delivered. */
  delivered(message: MessageId): void
  /** Nobody waits for it any more. */
  forget(message: MessageId): void
}

export function createHearing(): Hearing {
  const waiting = new Map<MessageId, { session: Session; heard: () => void }>()
  return {
    expect: (message, session) => new Promise((heard) => void waiting.set(message, { session, heard })),
    speakerOf: (message) => waiting.get(message)?.session,
    delivered: (message) => waiting.get(message)?.heard(),
    forget: (message) => void waiting.delete(message),
  }
}
