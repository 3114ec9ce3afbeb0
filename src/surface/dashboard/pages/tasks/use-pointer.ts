import { useEffect, useRef, type RefObject } from 'react'
import type { Moves } from './use-camera.ts'

/** A press is rarely quite still. */
const slop = 5
const wheelPerZoom = 300

type Zooms = Pick<Moves, 'move' | 'zoom'>

/** The wheel moves, with the key for zooming it zooms; a drag moves; two fingers zoom. */
export function usePointer(box: RefObject<HTMLElement | null>, moves: Zooms): { wasDragged: () => boolean } {
  const latest = useRef(moves)
  const dragged = useRef(0)
  useEffect(() => {
    latest.current = moves
  })
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const stop = new AbortController()
    const on = { element, signal: stop.signal, moves: latest }
    listenToWheel(on)
    listenToFingers(on, dragged)
    return () => stop.abort()
  }, [box])
  return { wasDragged: () => dragged.current > slop }
}

interface On {
  element: HTMLElement
  signal: AbortSignal
  moves: RefObject<Zooms>
}

function listenToWheel({ element, signal, moves }: On): void {
  const onWheel = (event: WheelEvent): void => {
    event.preventDefault()
    const { deltaX: dx, deltaY: dy } = event
    if (event.ctrlKey || event.metaKey)
      moves.current.zoom(Math.exp(-dy / wheelPerZoom), placeIn(element, event))
    else if (event.shiftKey) moves.current.move(-dx - dy, 0)
    else moves.current.move(-dx, -dy)
  }
  // The page would scroll or zoom otherwise.
  element.addEventListener('wheel', onWheel, { passive: false, signal })
}

function listenToFingers({ element, signal, moves }: On, dragged: RefObject<number>): void {
  const fingers = new Map<number, Finger>()
  const onDown = (event: PointerEvent): void => {
    if (event.button !== 0) return
    if (fingers.size === 0) dragged.current = 0
    fingers.set(event.pointerId, event)
  }
  const onMove = (event: PointerEvent): void => {
    const before = fingers.get(event.pointerId)
    if (!before) return
    fingers.set(event.pointerId, event)
    const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY]
    dragged.current += Math.abs(dx) + Math.abs(dy)
    const other = [...fingers.values()].find((finger) => finger !== event)
    if (other)
      moves.current.zoom(apart(event, other) / Math.max(1, apart(before, other)), placeIn(element, other))
    else if (dragged.current > slop) {
      element.setPointerCapture(event.pointerId)
      moves.current.move(dx, dy)
    }
  }
  const onUp = (event: PointerEvent): void => void fingers.delete(event.pointerId)
  element.addEventListener('pointerdown', onDown, { signal })
  element.addEventListener('pointermove', onMove, { signal })
  element.addEventListener('pointerup', onUp, { signal })
  element.addEventListener('pointercancel', onUp, { signal })
}

interface Finger {
  clientX: number
  clientY: number
}

function apart(a: Finger, b: Finger): number {
  return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)
}

function placeIn(element: HTMLElement, { clientX, clientY }: Finger): readonly [number, number] {
  const { left, top } = element.getBoundingClientRect()
  return [clientX - left, clientY - top]
}
