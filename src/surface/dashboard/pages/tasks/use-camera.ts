import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import {
  around,
  brought,
  detailAt,
  held,
  isWithin,
  seeAll,
  seeFrom,
  seen,
  zoomed,
  type Camera,
  type Detail,
  type Stretch,
} from './camera.ts'
import { zooms } from './sizes.ts'

interface Picture {
  width: number
  height: number
}

interface Spot {
  x: number
  y: number
}

/** What is to be drawn: the stretch around what is on the screen, and how much of a task can be read there. */
export interface Sight {
  stretch: Stretch
  detail: Detail
}

/** Moves over a picture. Moving only shifts what is drawn; it is drawn anew when one comes near its edge. */
export interface Moves {
  sight: Sight
  move: (dx: number, dy: number) => void
  zoom: (by: number, at?: readonly [number, number]) => void
  seeAll: () => void
  bring: (spot: Spot) => void
}

const nowhere: Stretch = { left: 0, top: 0, right: 0, bottom: 0 }

export function useCamera(
  box: RefObject<HTMLElement | null>,
  world: RefObject<HTMLElement | null>,
  { picture, first }: { picture: Picture; first: Spot },
): Moves {
  const camera = useRef<Camera | undefined>(undefined)
  const [sight, setSight] = useState<Sight>({ stretch: nowhere, detail: 'whole' })
  const drawn = useRef(sight)
  const look = useCallback(
    (next: (camera: Camera, screen: Picture) => Camera) => {
      const element = box.current
      if (!element || !world.current) return
      const screen = { width: element.clientWidth, height: element.clientHeight }
      const start = camera.current ?? opening({ picture, first }, screen)
      const at = held(next(start, screen), picture, screen)
      camera.current = at
      world.current.style.transform = `translate(${at.x}px, ${at.y}px) scale(${at.zoom})`
      const [visible, detail] = [seen(at, screen), detailAt(at.zoom)]
      if (detail === drawn.current.detail && isWithin(visible, drawn.current.stretch)) return
      drawn.current = { stretch: around(visible), detail }
      setSight(drawn.current)
    },
    [box, world, picture, first],
  )
  useLayoutEffect(() => look((at) => at), [look])
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => look((at) => at))
    observer.observe(element)
    return () => observer.disconnect()
  }, [box, look])
  return {
    sight,
    move: (dx, dy) => look((at) => ({ ...at, x: at.x + dx, y: at.y + dy })),
    zoom: (by, point) => look((at, screen) => zoomed(at, by, point ?? [screen.width / 2, screen.height / 2])),
    seeAll: () => look((_, screen) => seeAll(picture, screen)),
    bring: (spot) => look((at, screen) => brought(at, spot, screen)),
  }
}

/** A picture that can be read whole is shown whole, another from what is next to be worked. */
function opening({ picture, first }: { picture: Picture; first: Spot }, screen: Picture): Camera {
  const all = seeAll(picture, screen)
  return detailAt(all.zoom) === 'whole' ? all : seeFrom(first, screen)
}

/** How far a key moves or zooms. */
export const keySteps = { move: 120, zoom: zooms.step }
