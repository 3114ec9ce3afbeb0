import type { AskId, Origin } from '../../../contract/index.ts'
import { oneLine } from '../../../contract/plain.ts'
import type { OriginDeps } from './origin-deps.ts'

const maxText = 200

/** Questions that no person answered, in words. */
export function openNotes({ inbox }: Pick<OriginDeps, 'inbox'>, asks: readonly AskId[]): Origin['open'] {
  return asks.flatMap((ask) => {
    const { text, state, answer, type } = inbox.view(ask)
    // What is only told waits for no answer.
    if (type === 'celebratory' || (answer !== null && answer.source !== 'default')) return []
    const words = answer === null ? `It is ${state}.` : 'Its default was taken.'
    return [{ what: oneLine(text, maxText), words: `Nobody answered it. ${words}` }]
  })
}
