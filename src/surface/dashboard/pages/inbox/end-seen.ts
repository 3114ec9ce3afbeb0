import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Whether the end of a text has been on the screen; it is marked by the element that gets `mark`. */
export function useEndSeen(isThere: boolean): { mark: RefObject<HTMLDivElement | null>; isSeen: boolean } {
  const mark = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  useLayoutEffect(() => {
    const at = mark.current?.getBoundingClientRect()
    if (at && at.bottom <= innerHeight && at.top >= 0) setSeen(true)
  }, [isThere])
  useEffect(() => {
    const element = mark.current
    if (isSeen || !element) return undefined
    const observer = new IntersectionObserver((changes) => {
      if (changes.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [isSeen, isThere])
  return { mark, isSeen }
}
