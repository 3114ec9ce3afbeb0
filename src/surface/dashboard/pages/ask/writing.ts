import { useEffect, useState } from 'react'
import { endsWriting, writtenWith, type Written } from '../../../views/index.ts'
import { useWorld } from '../../data/context.ts'

/** What Iris is answering, whoever asked: the conversation is one. Undefined once the answer is whole. */
export function useChatWriting(): Written | undefined {
  const { live } = useWorld()
  const [written, setWritten] = useState<Written>()
  useEffect(() => {
    const stopWriting = live.onWriting((piece) => {
      if ('chat' in piece) setWritten((before) => writtenWith(before, piece, Date.now()))
    })
    const stopEvents = live.listen((event) => {
      if (endsWriting(event)) setWritten(undefined)
    })
    return () => {
      stopWriting()
      stopEvents()
    }
  }, [live])
  return written
}
