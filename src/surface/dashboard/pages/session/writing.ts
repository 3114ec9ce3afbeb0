import { useEffect, useState } from 'react'
import type { EventEnvelope, SessionId } from '../../../../contract/plain.ts'
import { readLine, textIn, writtenWith, type Item, type Written } from '../../../views/index.ts'
import { useWorld } from '../../data/context.ts'

const key = 'writing'

/** True for an item that is in no log yet. */
export function isWriting(item: Item): boolean {
  return item.key === key
}

/** What the agent of a session is writing, as an item; undefined once the statement is whole. */
export function useWriting(session: SessionId): Item | undefined {
  const { live } = useWorld()
  const [written, setWritten] = useState<Written>()
  useEffect(() => {
    const stopWriting = live.onWriting((piece) => {
      if ('session' in piece && piece.session === session)
        setWritten((before) => writtenWith(before, piece, Date.now()))
    })
    const stopEvents = live.listen((event) => {
      if (event.session === session && isWhole(event)) setWritten(undefined)
    })
    return () => {
      stopWriting()
      stopEvents()
    }
  }, [live, session])
  if (!written) return undefined
  const text = `${written.start > 0 ? '… ' : ''}${written.text}`
  return { key, seq: Number.MAX_SAFE_INTEGER, at: written.since, kind: 'said', text }
}

/** The agent itself has said something whole, or says no more. */
function isWhole({ type, data }: EventEnvelope): boolean {
  if (type === 'turn.ended') return true
  if (type !== 'agent.printed') return false
  const { parent, parts } = readLine(textIn(data, 'line'))
  return parent === null && parts.some(({ kind }) => kind === 'said')
}
